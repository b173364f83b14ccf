import { resolvePointer } from '#lib/contracts/api/json-schema.ts'
import { GrammarMeter } from './grammar-meter.ts'
import { integerGrammar } from './integer-grammar.ts'
import { requireNarrow, type Reference, type Shape } from './grammar-width.ts'

export type JsonSchema = boolean | Readonly<Record<string, unknown>>

const repetitionsMax = 500

// White space is limited: a small model could indent endlessly.
const basics: Readonly<Record<string, string>> = {
  space: '| " " | "\\n" [ \\t]{0,12}',
  char: '[^"\\\\\\x7F\\x00-\\x1F] | "\\\\" (["\\\\bfnrt] | "u" [0-9a-fA-F]{4})',
  string: '"\\"" char* "\\""',
  // Limited so that every number parses to a finite value.
  number: '"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,15})? ([eE] [-+]? [1-9] [0-9]?)?',
  boolean: '"true" | "false"',
  null: '"null"',
  value: 'object | array | string | number | boolean | null',
  pair: 'string space ":" space value',
  object: '"{" space (pair (space "," space pair)*)? space "}"',
  array: '"[" space (value (space "," space value)*)? space "]"',
  digit: '[0-9]',
  date: 'digit{4} "-" ("0" [1-9] | "1" [0-2]) "-" ("0" [1-9] | "1" digit | "2" [0-8])',
  time: '([01] digit | "2" [0-3]) ":" [0-5] digit ":" [0-5] digit',
  uuid: '[0-9a-f]{8} "-" [0-9a-f]{4} "-4" [0-9a-f]{3} "-" [89ab] [0-9a-f]{3} "-" [0-9a-f]{12}',
  email: '[a-z0-9] ([._-]? [a-z0-9]){0,24} "@" [a-z0-9] ("-"? [a-z0-9]){0,24} "." [a-z]{2,6}',
}

const formats: Readonly<Record<string, string>> = {
  date: '"\\"" date "\\""',
  time: '"\\"" time "Z\\""',
  'date-time': '"\\"" date "T" time "Z\\""',
  uuid: '"\\"" uuid "\\""',
  email: '"\\"" email "\\""',
}

/** Any JSON object. */
export const anyObject: Readonly<Record<string, unknown>> = { type: 'object' }

/** Schemas that an answer may follow. */
export interface GrammarChoice {
  /** Name of the tool that is called with the value as arguments; null: the answer is the value. */
  readonly tool: string | null
  readonly schema: JsonSchema
}

/**
 * A GBNF grammar that generates only JSON matching one of the schemas, as far as grammars can; patterns, fractional
 * bounds and uniqueness are validated on the finished text.
 * @throws GrammarTooLarge
 */
export function toGrammar(choices: readonly GrammarChoice[]): string {
  const writer = new GrammarWriter()
  for (const choice of choices) writer.add(choice)
  return writer.finish()
}

/** A part of a grammar, and how ambiguous it is. */
interface Expression {
  readonly text: string
  readonly shape: Shape
  /** JSON text of the only value. */
  readonly constant?: string
}

const anyValue: Expression = { text: 'value', shape: { kind: 'plain', first: 'any', width: 16 } }
const scalars: Readonly<Record<string, Expression>> = {
  number: { text: 'number', shape: plain('other', 8) },
  boolean: { text: 'boolean', shape: plain('other', 2) },
  null: { text: 'null', shape: plain('other', 1) },
}

/** Writes one grammar. Its limits apply to all schemas together. */
export class GrammarWriter {
  readonly #rules = new Map(Object.entries(basics))
  readonly #meter = new GrammarMeter()
  readonly #choices: Expression[] = []
  // A schema that several branches share is written once.
  readonly #written = new Map<unknown, Expression>()
  // Before it is complete, because a schema may contain itself.
  readonly #references = new Map<SchemaNode, Expression>()
  #document: JsonSchema = true

  /** @throws GrammarTooLarge */
  add({ tool, schema }: GrammarChoice): void {
    this.#document = schema
    const value = this.#write(schema)
    const choice = tool === null ? value : this.#writeCall(tool, value)
    requireNarrow(choice.shape)
    this.#choices.push(choice)
  }

  /** @throws GrammarTooLarge */
  finish(): string {
    const root = this.#toChoice(this.#choices)
    // A single choice was checked when it was added.
    if (this.#choices.length > 1) requireNarrow(root.shape)
    return [`root ::= ${root.text}`, ...[...this.#rules].map(([name, body]) => `${name} ::= ${body}`)].join(
      '\n',
    )
  }

  #writeCall(tool: string, value: Expression): Expression {
    const name = this.#writeConstant(tool)
    return this.#toObject([
      { name: 'name', required: true, value: name },
      { name: 'arguments', required: true, value },
    ])
  }

  #addRule(body: string): string {
    const name = `rule-${this.#rules.size}`
    this.#meter.text(body.length)
    this.#rules.set(name, body)
    return name
  }

  #write(schema: unknown): Expression {
    if (!isRecord(schema)) return anyValue
    const known = this.#written.get(schema)
    if (known !== undefined) {
      this.#meter.nodes(1)
      return known
    }
    const written = this.#meter.within(Object.keys(schema).length, () => this.#writeNode(schema))
    this.#written.set(schema, written)
    return written
  }

  #writeNode(node: SchemaNode): Expression {
    if (typeof node['$ref'] === 'string') return this.#writeReference(node['$ref'])
    if ('const' in node) return this.#writeConstant(node['const'])
    if (Array.isArray(node['enum'])) return this.#writeEnum(this.#choicesOf(node['enum']))
    const { anyOf, oneOf, ...rest } = node
    const branches = anyOf ?? oneOf
    if (Array.isArray(branches))
      return this.#toChoice(this.#choicesOf(branches).map(branch => this.#writeBranch(rest, branch)))
    const parts = node['allOf']
    if (Array.isArray(parts))
      return this.#write(
        parts.reduce((base: unknown, part: unknown) => this.#join(base, part), { ...node, allOf: undefined }),
      )
    if (Array.isArray(node['type']))
      return this.#toChoice(this.#choicesOf(node['type']).map(type => this.#write({ ...node, type })))
    return this.#writeTyped(node)
  }

  #writeBranch(rest: SchemaNode, branch: unknown): Expression {
    // Without common keywords, branches that are the same are written once.
    return this.#write(Object.keys(rest).length === 0 ? branch : this.#join(rest, branch))
  }

  #writeReference(pointer: string): Expression {
    const target = resolvePointer(this.#document, pointer)
    if (!isRecord(target)) return anyValue
    const known = this.#references.get(target)
    if (known !== undefined) return known
    const text = this.#addRule('')
    const shape: Reference = { kind: 'reference', target: null }
    const reference = { text, shape }
    this.#references.set(target, reference)
    const written = this.#write(target)
    this.#rules.set(text, written.text)
    shape.target = written.shape
    return reference
  }

  #writeConstant(value: unknown): Expression {
    this.#measure(value)
    const constant = JSON.stringify(value) ?? 'null'
    const text = literal(constant)
    this.#meter.text(text.length)
    return { text, shape: plain(firstCharacterOf(constant), 1), constant }
  }

  #measure(value: unknown): void {
    if (typeof value !== 'object' || value === null) return
    const members: unknown[] = Object.values(value)
    this.#meter.within(members.length, () => members.forEach(member => this.#measure(member)))
  }

  #writeEnum(values: readonly unknown[]): Expression {
    const constants = values.map(value => this.#writeConstant(value).constant ?? 'null')
    const [only] = constants
    if (constants.length === 1 && only !== undefined)
      return { text: literal(only), shape: plain(firstCharacterOf(only), 1), constant: only }
    const groups = Object.values(Object.groupBy(constants, firstCharacterOf)).map(texts => {
      const { text, width } = writePrefixes([...new Set(texts)].toSorted(byCodeUnit))
      return { text: this.#addRule(text), shape: plain(firstCharacterOf(texts[0] ?? ''), width) }
    })
    return this.#toChoice(groups)
  }

  #toChoice(choices: readonly Expression[]): Expression {
    const [only] = choices
    if (only !== undefined && choices.length === 1) return only
    const text = this.#addRule(choices.map(choice => choice.text).join(' | '))
    return { text, shape: { kind: 'choice', branches: choices.map(choice => choice.shape) } }
  }

  #choicesOf(choices: readonly unknown[]): readonly unknown[] {
    this.#meter.choices(choices.length)
    return choices
  }

  // Merged schemas are copied for every branch.
  #join(base: unknown, extra: unknown): SchemaNode {
    this.#meter.nodes(countMembers(base) + countMembers(extra))
    return mergeSchemas(base, extra)
  }

  #writeTyped(node: SchemaNode): Expression {
    const implied = 'properties' in node ? 'object' : 'items' in node ? 'array' : 'value'
    const type = typeof node['type'] === 'string' ? node['type'] : implied
    switch (type) {
      case 'string':
        return { text: this.#writeString(node), shape: plain('string', 4) }
      case 'integer':
        return { text: this.#addRule(integerGrammar(...integerBounds(node))), shape: plain('other', 16) }
      case 'array':
        return this.#writeArray(node)
      case 'object':
        return this.#writeObject(node)
      default:
        return scalars[type] ?? anyValue
    }
  }

  #writeString(node: SchemaNode): string {
    const format = typeof node['format'] === 'string' ? formats[node['format']] : undefined
    if (format !== undefined) return this.#addRule(format)
    const bounds = this.#repeat(node['minLength'], node['maxLength'])
    return bounds === '*' ? 'string' : this.#addRule(`"\\"" char${bounds} "\\""`)
  }

  #repeat(minimum: unknown, maximum: unknown): string {
    const { low, high } = repetition(minimum, maximum)
    this.#meter.repetitions(high ?? low)
    return low === 0 && high === undefined ? '*' : `{${low},${high ?? ''}}`
  }

  #writeArray(node: SchemaNode): Expression {
    const prefix = Array.isArray(node['prefixItems'])
      ? this.#choicesOf(node['prefixItems']).map(schema => this.#write(schema))
      : []
    if (prefix.length > 0)
      return this.#toList(prefix, prefix.map(({ text }) => text).join(' space "," space '))
    const item = 'items' in node ? this.#write(node['items']) : anyValue
    const minimum = toCount(node['minItems']) ?? 0
    const maximum = toCount(node['maxItems'])
    if (maximum === 0) return this.#toList([], '')
    const more = this.#repeat(Math.max(0, minimum - 1), maximum === undefined ? undefined : maximum - 1)
    const list = `${item.text} (space "," space ${item.text})${more}`
    return this.#toList([item], minimum > 0 ? list : `(${list})?`)
  }

  #toList(items: readonly Expression[], body: string): Expression {
    const text = this.#addRule(`"[" space ${body === '' ? '' : `${body} space `}"]"`)
    return { text, shape: { kind: 'list', items: items.map(item => item.shape) } }
  }

  #writeObject(node: SchemaNode): Expression {
    this.#meter.choices(Object.keys(readRecord(node['properties'])).length)
    const properties = Object.entries(readRecord(node['properties']))
    const additional = node['additionalProperties']
    if (properties.length === 0) {
      if (additional === false || 'properties' in node) return this.#toObject([])
      const value = this.#write(additional)
      const pair = `string space ":" space ${value.text}`
      const text = this.#addRule(`"{" space (${pair} (space "," space ${pair})*)? space "}"`)
      const shape: Shape = { kind: 'map', value: value.shape }
      return { text, shape }
    }
    const required = new Set(Array.isArray(node['required']) ? node['required'] : [])
    return this.#toObject(
      properties.map(([name, value]) => ({ name, required: required.has(name), value: this.#write(value) })),
    )
  }

  /** Members in schema order; optional ones can be omitted, with correct commas. */
  #toObject(members: readonly { name: string; required: boolean; value: Expression }[]): Expression {
    let [afterNone, afterSome] = ['""', '""']
    for (const { name, required, value } of members.toReversed()) {
      const pair = `${literal(JSON.stringify(name))} space ":" space ${value.text}`
      const some = this.#addRule(`space "," space ${pair} ${afterSome}`)
      const none = this.#addRule(`${pair} ${afterSome}`)
      afterNone = required ? none : this.#addRule(`${none} | ${afterNone}`)
      afterSome = required ? some : this.#addRule(`${some} | ${afterSome}`)
    }
    const body = members.length === 0 ? '' : `${afterNone} space `
    return {
      text: this.#addRule(`"{" space ${body}"}"`),
      shape: {
        kind: 'object',
        members: members.map(({ name, required, value: { shape, constant = null } }) => ({
          name,
          required,
          shape,
          constant,
        })),
      },
    }
  }
}

function plain(first: Extract<Shape, { kind: 'plain' }>['first'], width: number): Shape {
  return { kind: 'plain', first, width }
}

function firstCharacterOf(json: string): 'string' | 'object' | 'array' | 'other' {
  return firstCharacters[json.slice(0, 1)] ?? 'other'
}

const firstCharacters: Readonly<Record<string, 'string' | 'object' | 'array' | undefined>> = {
  '"': 'string',
  '{': 'object',
  '[': 'array',
}

/**
 * Texts by their common beginnings, so that few of them are possible at once.
 * @param texts different, and sorted by code unit
 */
function writePrefixes(texts: readonly string[]): { readonly text: string; readonly width: number } {
  const [first = '', last = first] = [texts[0], texts.at(-1)]
  const prefix = first.slice(0, countCommon(first, last))
  if (texts.length < 2) return { text: literal(first), width: 1 }
  const rests = texts.map(text => text.slice(prefix.length))
  const groups = Object.values(Object.groupBy(rests, rest => `:${firstCharacter(rest)}`)).map((group = []) =>
    writePrefixes(group),
  )
  const text = `(${groups.map(group => group.text).join(' | ')})`
  return {
    text: prefix === '' ? text : `${literal(prefix)} ${text}`,
    width: Math.max(groups.length, ...groups.map(group => group.width)),
  }
}

function firstCharacter(text: string): string {
  const [character = ''] = text
  return character
}

/** Code units that two texts have in common at the beginning, without half of a character. */
function countCommon(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count += 1
  return /[\uD800-\uDBFF]/.test(one[count - 1] ?? '') ? count - 1 : count
}

function byCodeUnit(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Quotes JSON text, which has no line breaks. */
function literal(json: string): string {
  return `"${json.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function integerBounds(node: SchemaNode): [number | undefined, number | undefined] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node
  return [
    typeof exclusiveMinimum === 'number' ? Math.floor(exclusiveMinimum) + 1 : toNumber(minimum),
    typeof exclusiveMaximum === 'number' ? Math.ceil(exclusiveMaximum) - 1 : toNumber(maximum),
  ]
}

/** llama.cpp rejects long repetitions; beyond that, the finished text is validated. */
function repetition(minimum: unknown, maximum: unknown): { low: number; high: number | undefined } {
  const [low, high] = [toCount(minimum) ?? 0, toCount(maximum)]
  return {
    low: Math.min(low, repetitionsMax),
    high: high === undefined || high > repetitionsMax ? undefined : high,
  }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

type SchemaNode = Readonly<Record<string, unknown>>

/** Whether a value is an object. Unlike a schema parse it copies nothing, which matters for huge schemas. */
function isRecord(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; otherwise an empty one. */
function readRecord(value: unknown): SchemaNode {
  return isRecord(value) ? value : {}
}

/** Number of properties and required names of a schema, which is the cost of merging it. */
function countMembers(schema: unknown): number {
  const { properties, required } = readRecord(schema)
  return Object.keys(readRecord(properties)).length + (Array.isArray(required) ? required.length : 0)
}

/** Merges two schemas: `extra` takes precedence, properties and required names are combined. */
function mergeSchemas(base: unknown, extra: unknown): SchemaNode {
  const [left, right] = [readRecord(base), readRecord(extra)]
  const properties = { ...readRecord(left['properties']), ...readRecord(right['properties']) }
  const required = [left['required'], right['required']].flatMap(names => (Array.isArray(names) ? names : []))
  return {
    ...left,
    ...right,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}
