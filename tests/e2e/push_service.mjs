/* A push service as browsers' makers run one, on this machine: takes messages, checks that the server's key has signed
 * them (RFC 8292) and reads them as the browser would (RFC 8291).
 *
 *   node push_service.mjs CERTIFICATE KEY
 *
 * The first line says where it listens, and what a browser would hand to its page; then one line per message. A path that
 * ends in "gone" is answered with 410, one that ends in "away" with a redirect. */
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [certificate, key] = process.argv.slice(2);
const browser = createECDH('prime256v1');
browser.generateKeys();
const secret = randomBytes(16);
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const hmac = (salt, text) => createHmac('sha256', salt).update(text).digest();
const part = (text) => JSON.parse(Buffer.from(text, 'base64url').toString());

function derive(master, label, length) {
  return hmac(master, Buffer.from(`${label}\0\x01`, 'latin1')).subarray(0, length);
}

function decrypt(body) {
  const salt = body.subarray(0, 16);
  const size = body.readUInt32BE(16);
  const theirs = body.subarray(21, 21 + body[20]);
  const sealed = body.subarray(21 + body[20]);
  if (sealed.length > size) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), theirs, Buffer.from([1])]);
  const input = hmac(hmac(secret, browser.computeSecret(theirs)), info);
  const master = hmac(salt, input);
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(master, 'Content-Encoding: aes128gcm', 16),
    derive(master, 'Content-Encoding: nonce', 12),
  );
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  const end = plain.lastIndexOf(2);
  if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding');
  return plain.subarray(0, end).toString();
}

/** The claims, if the signature is that of the key that comes along. */
function authorized(header, origin) {
  const [, token, point] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header);
  const [head, claims, signature] = token.split('.');
  const bytes = Buffer.from(point, 'base64url');
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: bytes.subarray(1, 33).toString('base64url'), y: bytes.subarray(33).toString('base64url') },
    format: 'jwk',
  });
  const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  const told = part(claims);
  const left = told.exp - Date.now() / 1000;
  if (!isSigned || part(head).alg !== 'ES256' || told.aud !== origin || left < 0 || left > 24 * 3600) throw new Error('not authorized');
  return { key: point, sub: told.sub };
}

const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const { authorization, ttl } = request.headers;
    try {
      const origin = `https://localhost:${server.address().port}`;
      const encoding = request.headers['content-encoding'];
      say({ path: request.url, ...authorized(authorization, origin), text: decrypt(body), ttl: Number(ttl), encoding, length: body.length });
    } catch (error) {
      say({ path: request.url, error: String(error) });
    }
    const isAway = request.url.endsWith('away');
    response.writeHead(request.url.endsWith('gone') ? 410 : isAway ? 307 : 201, isAway ? { Location: '/elsewhere' } : {});
    response.end();
  });
});
server.listen(0, '127.0.0.1', () =>
  say({
    endpoint: `https://localhost:${server.address().port}/`,
    keys: { p256dh: browser.getPublicKey('base64url'), auth: secret.toString('base64url') },
  }),
);
