/**
 * The types of the views (types.ts of each game, net/view.ts) as JSON schemas for the API's description:
 * src/server/views.json. Views are what vitest holds against every playthrough, so both say the same.
 *
 *     node tools/schemas.mjs            writes the file
 *     node tools/schemas.mjs --check    says whether it is up to date; exits 1 if not
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const web = resolve(import.meta.dirname, '..');
const output = join(web, '../src/server/views.json');

/** Files, the type in each that is a whole view, and what its schemas begin with. */
const sources = [
  ['src/lib/net/view.ts', 'RoomView', ''],
  ['src/lib/games/avalon/types.ts', 'AvalonView', 'avalon.view.'],
  ['src/lib/games/chess/types.ts', 'ChessView', 'chess.view.'],
  ['src/lib/games/grimoire/types.ts', 'GrimoireView', 'grimoire.view.'],
  ['src/lib/games/journeyman/types.ts', 'JourneymanView', 'journeyman.view.'],
  ['src/lib/games/onenight/types.ts', 'OneNightView', 'onenight.view.'],
];

/** Types with another name in the API, and members that another schema describes. */
const names = { RoomView: 'State' };
const described = {
  game: 'GameView',
  game_id: 'Id',
  room: 'Id',
  player: 'Id',
  holder: 'Id',
  code: 'Code',
};

const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

class Reader {
  constructor(file, prefix) {
    this.prefix = prefix;
    this.schemas = new Map();
    this.declared = new Map();
    const source = ts.createSourceFile(
      file,
      readFileSync(join(web, file), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    );
    ts.forEachChild(source, (node) => {
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
        this.declared.set(node.name.text, node);
    });
  }

  /** A declared type gets a schema of its own where it has a structure, the first time it is needed. */
  named(name) {
    const node = this.declared.get(name);
    const key = this.prefix + (names[name] ?? name);
    if (this.schemas.has(key)) return reference(key);
    this.schemas.set(key, null); // its place in the order, and an end to recursion
    const schema = ts.isInterfaceDeclaration(node) ? this.object(node) : this.schema(node.type);
    const isPlain = Object.keys(schema).join() === 'type' && schema.type !== 'object';
    const whole = { ...schema, ...description(node) };
    if (isPlain) this.schemas.delete(key);
    else this.schemas.set(key, whole);
    return isPlain ? whole : reference(key);
  }

  schema(node) {
    switch (node.kind) {
      case ts.SyntaxKind.StringKeyword:
        return { type: 'string' };
      case ts.SyntaxKind.NumberKeyword:
        return { type: 'integer' }; // the server writes no others
      case ts.SyntaxKind.BooleanKeyword:
        return { type: 'boolean' };
      case ts.SyntaxKind.UnknownKeyword:
        return {};
      case ts.SyntaxKind.ParenthesizedType:
        return this.schema(node.type);
      case ts.SyntaxKind.LiteralType:
        return node.literal.kind === ts.SyntaxKind.NullKeyword
          ? { type: 'null' }
          : { type: 'string', const: node.literal.text };
      case ts.SyntaxKind.ArrayType:
        return { type: 'array', items: this.schema(node.elementType) };
      case ts.SyntaxKind.TupleType:
        return this.tuple(
          node.elements.map((one) => (ts.isNamedTupleMember(one) ? one.type : one)),
        );
      case ts.SyntaxKind.UnionType:
        return this.union(node.types.map((one) => this.schema(one)));
      case ts.SyntaxKind.TypeLiteral:
      case ts.SyntaxKind.IntersectionType:
        return this.object(node);
      case ts.SyntaxKind.IndexedAccessType:
        return this.schema(
          this.member(node.objectType.typeName.text, node.indexType.literal.text).type,
        );
      case ts.SyntaxKind.TypeReference:
        return this.referred(node);
    }
    throw new Error(`${this.prefix}: no schema for ${node.getText()}`);
  }

  referred(node) {
    const name = node.typeName.text;
    if (name === 'Record')
      return { type: 'object', additionalProperties: this.schema(node.typeArguments[1]) };
    if (this.declared.has(name)) return this.named(name);
    throw new Error(`${this.prefix}: ${name} is not declared`);
  }

  /** AsyncAPI's schemas have no lists with a kind for each place. */
  tuple(elements) {
    const { length } = elements;
    const kinds = new Set(elements.map((one) => JSON.stringify(this.schema(one))));
    const items = { anyOf: [...kinds].map((one) => JSON.parse(one)) };
    return { type: 'array', items, minItems: length, maxItems: length };
  }

  /** Words are one list, null is a kind beside the others, and the rest is any of the alternatives. */
  union(parts) {
    const words = parts.filter((one) => 'const' in one && Object.keys(one).length === 2);
    const rest = parts.filter((one) => !words.includes(one) && one.type !== 'null');
    const isNullable = parts.some((one) => one.type === 'null');
    if (words.length) rest.push({ type: 'string', enum: words.map((one) => one.const) });
    const [only] = rest;
    if (rest.length === 1 && !isNullable) return only;
    if (rest.length === 1 && !only.$ref && !only.anyOf)
      return {
        ...only,
        type: [only.type, 'null'],
        ...(only.enum ? { enum: [...only.enum, null] } : {}),
      };
    return { anyOf: [...rest, ...(isNullable ? [{ type: 'null' }] : [])] };
  }

  member(type, name) {
    return this.members(this.declared.get(type)).find((one) => one.name.text === name);
  }

  /** The members of a type that is an object, those that it has from others first. */
  members(node) {
    if (ts.isInterfaceDeclaration(node)) {
      const bases = node.heritageClauses?.flatMap((clause) => clause.types) ?? [];
      return [
        ...bases.flatMap((base) => this.members(this.declared.get(base.expression.text))),
        ...node.members,
      ];
    }
    if (ts.isTypeAliasDeclaration(node)) return this.members(node.type);
    if (ts.isIntersectionTypeNode(node)) return node.types.flatMap((one) => this.members(one));
    if (ts.isTypeLiteralNode(node)) return [...node.members];
    const [first, second] = node.typeArguments ?? [];
    if (node.typeName.text === 'Partial')
      return this.members(first).map((one) =>
        Object.assign(Object.create(one), { questionToken: true }),
      );
    if (node.typeName.text === 'Omit') {
      const without = this.members(second.type).map((one) => one.name.text);
      return this.members(first).filter((one) => !without.includes(one.name.text));
    }
    return this.members(this.declared.get(node.typeName.text));
  }

  object(node) {
    const members = this.members(node);
    const index = members.find((one) => ts.isIndexSignatureDeclaration(one));
    const named = members.filter((one) => one !== index);
    const properties = named.map((one) => {
      const name = one.name.text;
      const isKnown =
        this.prefix === '' &&
        described[name] &&
        (name !== 'game' || one.type.kind === ts.SyntaxKind.UnknownKeyword);
      const schema = isKnown ? reference(described[name]) : this.schema(one.type);
      return [name, schema.$ref ? schema : { ...schema, ...description(one) }];
    });
    const required = named.filter((one) => !one.questionToken).map((one) => one.name.text);
    return {
      type: 'object',
      ...(required.length ? { required } : {}),
      properties: Object.fromEntries(properties),
      ...(index ? { additionalProperties: true } : {}),
    };
  }
}

function description(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = typeof comment?.comment === 'string' ? comment.comment : '';
  return text ? { description: text.replace(/\s+/g, ' ') } : {};
}

export function schemas() {
  const all = {};
  for (const [file, type, prefix] of sources) {
    const reader = new Reader(file, prefix);
    reader.named(type);
    for (const [name, schema] of reader.schemas) all[name] = schema;
  }
  const views = sources.slice(1).map(([, type, prefix]) => reference(prefix + type));
  all.GameView = {
    description: 'What this viewer may know of the game, by `settings.game`; null in the lobby',
    anyOf: [...views, { type: 'null' }],
  };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/** Whether the file holds what the types say; if not, says so. */
export function areFresh() {
  const isFresh = readFileSync(output, 'utf8') === schemas();
  if (!isFresh) console.error('src/server/views.json is stale: run node web/tools/schemas.mjs');
  return isFresh;
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--check')) writeFileSync(output, schemas());
  else if (!areFresh()) process.exitCode = 1;
}
