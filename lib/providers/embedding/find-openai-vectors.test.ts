import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import { findOpenAiVectors } from './find-openai-vectors.ts'
import { orderVectors } from './create-embedder.ts'

const find = (text: string) => findOpenAiVectors(Buffer.from(text))

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true })
const vector = fc.array(float32, { minLength: 1, maxLength: 20 })
const isReserved = (key: string) =>
  ['index', 'embedding', 'data', 'usage', 'error', '__proto__'].includes(key)
const strangers = fc.dictionary(
  fc.string().filter(key => !isReserved(key)),
  fc.jsonValue({ maxDepth: 2 }),
)

/** The members in any order: real servers differ. */
const shuffled = (members: Record<string, unknown>) =>
  fc
    .shuffledSubarray(Object.entries(members), { minLength: Object.keys(members).length })
    .map(entries => Object.fromEntries(entries))

const answers = fc
  .array(vector, { minLength: 1, maxLength: 6 })
  .chain(vectors =>
    fc.tuple(
      fc.constant(vectors),
      fc.tuple(
        ...vectors.map((numbers, index) =>
          strangers.chain(more => shuffled({ ...more, index, embedding: numbers, object: 'embedding' })),
        ),
      ),
      strangers,
      fc.constantFrom('', ' ', '\n\t'),
    ),
  )
  .chain(([vectors, data, more, space]) =>
    shuffled({ ...more, data, usage: { prompt_tokens: 7, total_tokens: 9 } }).map(body => ({
      vectors,
      text: JSON.stringify(body, null, space),
    })),
  )

test('finds what JSON.parse finds, whatever surrounds it', () => {
  fc.assert(
    fc.property(answers, ({ vectors, text }) => {
      const found = find(text)

      expect(found.vectors.map(each => JSON.parse(each.vector.text.toString()) as unknown)).toEqual(
        vectors.map(numbers => numbers.map(number => (Object.is(number, -0) ? 0 : number))),
      )
      expect(found.vectors.map(each => each.index)).toEqual(vectors.map((_, index) => index))
      expect(found.vectors.map(each => each.vector.dimensions)).toEqual(vectors.map(({ length }) => length))
      expect(found.promptTokens).toBe(7)
      expect(found.refused).toBe(false)
    }),
  )
})

test('a truncated response is never taken for a shorter one', () => {
  fc.assert(
    fc.property(answers, fc.nat(), ({ text }, at) => {
      const whole = text.trimEnd()
      expect(() => find(whole.slice(0, at % whole.length))).toThrow(UnreadableJson)
    }),
  )
})

const inData = (embedding: string) => `{"data":[{"index":0,"embedding":${embedding}}]}`

test.each([
  ['NaN', '[0.1,NaN]'],
  ['Infinity', '[Infinity]'],
  ['null for a number', '[0.1,null]'],
  ['a text for a number', '[0.1,"0.2"]'],
  ['nothing', '[]'],
  ['an empty text', '""'],
  ['a nested list', '[[0.1]]'],
  ['an object', '{"float":[0.1]}'],
  ['null', 'null'],
  ['a number too large for a double', '[1e999]'],
  ['a number too large for a float32', '[3.5e38]'],
  ['the same without an exponent', `[${'9'.repeat(40)}]`],
  ['numbers of another serializer', '[.5]'],
  ['base64 of three bytes', '"AAAA"'],
  ['truncated base64', '"AAAAAA"'],
  ['base64 with an invalid character', '"AAAA*A=="'],
  ['URL-safe base64', '"__8-Pw=="'],
  ['base64 with padding in the middle', '"AAAAA=A="'],
  ['base64 of a NaN', JSON.stringify(Buffer.from(Float32Array.of(0.5, NaN).buffer).toString('base64'))],
  ['base64 of −∞', JSON.stringify(Buffer.from(Float32Array.of(-Infinity).buffer).toString('base64'))],
])('a vector that is %s is rejected', (_, embedding) => {
  expect(() => find(inData(embedding))).toThrow(UnreadableJson)
})

test.each(['-1', '0.5', '1e300', '"0"', 'true', '[]'])('an index that is %s is rejected', index => {
  expect(() => find(`{"data":[{"index":${index},"embedding":[1]}]}`)).toThrow(UnreadableJson)
})

test('a null index counts as absent', () => {
  expect(find('{"data":[{"index":null,"embedding":[1]}]}').vectors).toMatchObject([{ index: null }])
})

test.each(['[1e-999]', '[-1.5E-7,0,3.4e38,1e+2]', '[ 1 ,\n2 ]'])(
  'the vector %s passes through unchanged',
  text => {
    expect(find(inData(text)).vectors[0]?.vector).toMatchObject({
      encoding: 'float',
      text: Buffer.from(text),
    })
  },
)

test('base64 passes through unchanged, whatever its length', () => {
  fc.assert(
    fc.property(
      fc.float32Array({ minLength: 1, maxLength: 40, noNaN: true, noDefaultInfinity: true }),
      numbers => {
        const text = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64')

        const found = find(inData(JSON.stringify(text))).vectors[0]?.vector

        expect(found).toEqual({ encoding: 'base64', text: Buffer.from(text), dimensions: numbers.length })
      },
    ),
  )
})

test('a vector larger than the scratch buffer is checked too', () => {
  const numbers = new Float32Array(20_000).fill(0.25)
  const text = Buffer.from(numbers.buffer).toString('base64')
  expect(find(inData(`"${text}"`)).vectors[0]?.vector.dimensions).toBe(20_000)
  numbers[19_999] = Infinity
  const broken = Buffer.from(numbers.buffer).toString('base64')
  expect(() => find(inData(`"${broken}"`))).toThrow(UnreadableJson)
})

test('escaped slashes in base64 are unescaped', () => {
  const text = Buffer.from(Float32Array.of(-1.9999).buffer).toString('base64')
  expect(text).toContain('/')

  const found = find(inData(JSON.stringify(text).replaceAll('/', '\\/')))

  expect(found.vectors[0]?.vector.text.toString()).toBe(text)
})

test.each([
  ['an error', '{"error":{"message":"no"}}', true],
  ['an error that is null', '{"error":null,"data":[]}', false],
])('%s inside a 200 is recognized', (_, text, refused) => {
  expect(find(text).refused).toBe(refused)
})

test.each([
  ['{"data":[],"usage":{"total_tokens":4}}', 4],
  ['{"data":[],"usage":null}', null],
  ['{"data":[],"usage":{"prompt_tokens":"4"}}', null],
  ['{"data":[]}', null],
])('usage in %s is %s', (text, tokens) => {
  expect(find(text).promptTokens).toBe(tokens)
})

test.each(['[]', '"x"', '', '{"data":[{"index":0}]}', '{"data":[1]}', '<html>'])(
  '%j is not a valid response',
  text => {
    expect(() => find(text)).toThrow(UnreadableJson)
  },
)

const entry = (index: number | null, dimensions = 2) => ({
  index,
  vector: { encoding: 'float' as const, text: Buffer.from(`[${String(index)}]`), dimensions },
})

test('vectors are sorted by index, or keep their order without indexes', () => {
  const texts = (found: ReturnType<typeof entry>[]) =>
    orderVectors(found, found.length).map(each => String(each.text))

  expect(texts([entry(2), entry(0), entry(1)])).toEqual(['[0]', '[1]', '[2]'])
  expect(texts([entry(null), entry(1)])).toEqual(['[null]', '[1]'])
})

test.each([
  ['one too few', [entry(0)], 2],
  ['one too many', [entry(0), entry(1)], 1],
  ['one twice', [entry(0), entry(0)], 2],
  ['one out of range', [entry(0), entry(2)], 2],
  ['different lengths', [entry(0, 2), entry(1, 3)], 2],
])('%s is rejected', (_, found, count) => {
  expect(() => orderVectors(found, count)).toThrow(UnreadableJson)
})
