type Schema = Readonly<Record<string, unknown>>

/** Schemas of realistic size. */
export const largeSchemas: Readonly<Record<string, Schema>> = {
  'an enum of 500 values': { enum: Array.from({ length: 500 }, (_, at) => `value ${at}`) },
  '200 properties, each described': properties(200, { type: 'string', description: 'A field.' }),
  '200 strings of up to 500 characters': properties(200, { type: 'string', maxLength: 500 }),
  '100 bounded integers': properties(100, { type: 'integer', minimum: -1234, maximum: 9_876_543 }),
  '50 properties with 50 enum values each': properties(50, {
    enum: Array.from({ length: 50 }, (_, at) => `v${at}`),
  }),
  'lists in lists, ten levels deep': nest(10, items => ({ type: 'array', items, minItems: 1, maxItems: 100 })),
  'thirty levels that may be null': nest(30, schema => ({ anyOf: [schema, { type: 'null' }] })),
  'twenty variants of an object with ten properties': {
    anyOf: Array.from({ length: 20 }, () => properties(10, { type: 'string' })),
  },
  'an enum of 1,000 values': { enum: Array.from({ length: 1000 }, (_, at) => `value ${at}`) },
  'a recursive schema whose branches begin with a constant': {
    $ref: '#/$defs/term',
    $defs: {
      term: {
        anyOf: [
          ...['add', 'subtract', 'multiply', 'divide'].map(operator => ({
            type: 'object',
            properties: {
              operator: { const: operator },
              left: { $ref: '#/$defs/term' },
              right: { $ref: '#/$defs/term' },
            },
            required: ['operator', 'left', 'right'],
          })),
          { type: 'number' },
        ],
      },
    },
  },
  'length bounds that no grammar can hold': { type: 'string', minLength: 1e9, maxLength: 1e9 },
}

/** Schemas whose grammars take seconds or gigabytes. */
export const explosiveSchemas: Readonly<Record<string, Schema>> = {
  'an enum of 100,000 values': { enum: Array.from({ length: 100_000 }, (_, at) => at) },
  '10,000 properties': properties(10_000, { type: 'string' }),
  'branches that double at every level': nest(40, schema => ({ anyOf: [schema, schema] })),
  '20,000 levels of branches': nest(20_000, schema => ({ anyOf: [schema, { type: 'null' }] })),
  '20,000 levels of a constant': { const: nest(20_000, value => ({ value })) },
  '1,000 branches over 1,000 properties': {
    ...properties(1000, { type: 'string' }),
    anyOf: Array.from({ length: 1000 }, () => ({ required: ['property0'] })),
  },
  '1,000 parts to be merged': {
    allOf: Array.from({ length: 1000 }, (_, at) => ({ properties: { [`part${at}`]: { type: 'string' } } })),
  },
  '1,000 strings of up to 500 characters': properties(1000, { type: 'string', maxLength: 500 }),
  '1,000 lists of exactly 500 items': properties(1000, { type: 'array', minItems: 500, maxItems: 500 }),
  'ten levels of branches that have a member in common': nest(10, a => ({
    properties: { a },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  })),
  'references that double at every level': {
    $ref: '#/$defs/level40',
    $defs: Object.fromEntries(
      Array.from({ length: 41 }, (_, level) => {
        const inner = { $ref: `#/$defs/level${level - 1}` }
        return [`level${level}`, level === 0 ? { type: 'string' } : { anyOf: [inner, { ...inner }] }]
      }),
    ),
  },
  'a schema with itself in two branches': {
    anyOf: [
      { properties: { a: { $ref: '#' }, b: { type: 'string' } }, required: ['a', 'b'] },
      { properties: { a: { $ref: '#' }, c: { type: 'string' } }, required: ['a', 'c'] },
      { type: 'null' },
    ],
  },
  '1,000 branches that may all be empty': {
    type: 'array',
    items: { anyOf: Array.from({ length: 1000 }, (_, at) => ({ properties: { [`only${at}`]: { type: 'null' } } })) },
  },
  'a reference to itself': { $ref: '#' },
  'a branch that is a reference to itself': { anyOf: [{ type: 'string' }, { $ref: '#' }] },
  '1,000 types': { type: Array.from({ length: 1001 }, () => 'string') },
  'a constant of five million characters': { const: 'x'.repeat(5_000_000) },
}

function properties(count: number, schema: Schema): Schema {
  const named = Array.from({ length: count }, (_, at) => [`property${at}`, structuredClone(schema)] as const)
  return { type: 'object', properties: Object.fromEntries(named) }
}

function nest(levels: number, wrap: (schema: Schema) => Schema): Schema {
  let schema: Schema = { type: 'string' }
  for (let level = 0; level < levels; level += 1) schema = wrap(schema)
  return schema
}
