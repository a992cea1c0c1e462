/** Names that every plain object inherits: a table must not find them for input from outside. */
export const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'] as const;
