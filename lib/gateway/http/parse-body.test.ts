import { expect, test } from 'vitest'
import { parseBody, waitToParse } from './parse-body.ts'

const read = (text: string): unknown => parseBody(Buffer.from(text))

test.each(['{"a":[1,"\\"[[["]}', '"\\\\"', '[]', '{"a":"\\\\\\"]"}', ' {"x":"__proto__"} '])(
  '%s is read',
  text => {
    expect(read(text)).toEqual(JSON.parse(text))
  },
)

test('a byte order mark is ignored', () => {
  expect(read('\uFEFF{"a":1}')).toEqual({ a: 1 })
})

test.each([
  ['', 'it is empty'],
  ['{"a":1,}', 'it does not parse at position 7'],
  ['{"__proto__":{}}', 'a key named `__proto__`'],
  ['{"a":[{"\\u005F_proto__":1}]}', 'a key named `__proto__`'],
  ['{"__\\u0070ro\\u0074o__":1}', 'a key named `__proto__`'],
])('%s is refused with the reason', (text, reason) => {
  expect(() => read(text)).toThrow(reason)
})

test('a body that is valid JSON but nested too deep is called too complex', () => {
  expect(() => read('['.repeat(33) + ']'.repeat(33))).toThrow(
    'The request body is too complex: it is nested deeper than 32 levels.',
  )
})

test('the message never quotes the body', () => {
  expect(() => read('{"apiKey":"sk-secret",oops}')).not.toThrow('secret')
})

test('a body of 30 MB of quotes and backslashes is scanned in linear time', () => {
  const text = `{"a":"${'\\\\\\"'.repeat(5_000_000)}"}`
  const startedAt = performance.now()
  read(text)

  expect(performance.now() - startedAt).toBeLessThan(3000)
})

const object = (keys: number) => `{${Array.from({ length: keys }, (_, at) => `"k${at}":":"`).join(',')}}`

test('an object may have 10,000 keys, and a body a million', () => {
  const hundredObjects = `[${Array(100).fill(object(10_000)).join(',')}]`

  expect(read(object(10_000))).toHaveProperty('k9999')
  expect(read(hundredObjects)).toHaveLength(100)
  expect(() => read(object(10_001))).toThrow('an object has more than 10,000 keys')
  expect(() => read(`[${object(1)},${hundredObjects}]`)).toThrow('it has more than 1,000,000 keys')
})

test('all lists of a body together may have 500,000 items', () => {
  const list = (length: number) => `[${Array(length).fill('1').join(',')}]`

  expect(read(list(500_000))).toHaveLength(500_000)
  expect(() => read(list(500_001))).toThrow('its lists have more than 500,000 items')
  expect(() => read(`{"a":"[,]","b":[${Array(6).fill(list(100_000)).join(',')}]}`)).toThrow('500,000 items')
  // Separators of object members are not items.
  expect(read(`[${Array(60).fill(object(10_000)).join(',')}]`)).toHaveLength(60)
})

test('other requests are answered between two large bodies', async () => {
  const order: string[] = []
  const parse = async (name: string, sizeBytes: number, then?: () => void) => {
    await waitToParse(sizeBytes)
    order.push(name)
    then?.()
  }
  const somebodyComes = () => void setImmediate(() => order.push('other'))

  await Promise.all([
    parse('large 1', 2 ** 20, somebodyComes),
    parse('large 2', 2 ** 25),
    parse('small', 1000),
  ])

  expect(order).toEqual(['small', 'large 1', 'other', 'large 2'])
})
