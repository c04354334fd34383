import type { Memory } from '../memory';

const memory: Memory = { turns: ['year_survived', 'trapped'] };

export default memory;
