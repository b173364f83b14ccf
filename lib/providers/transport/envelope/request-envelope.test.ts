import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RepeatedMember, UnreadableJson } from '#lib/providers/transport/json-walker.ts'
import { messagesLayout, RequestEnvelope, responsesLayout } from './request-envelope.ts'

const edited = (text: string) =>
  new RequestEnvelope(Buffer.from(text), messagesLayout).forUpstream('up"x').toString()

describe('the body for an upstream', () => {
  test.each([
    ['{"model":"a/b"}', '{"model":"up\\"x"}'],
    ['{ "x" : 1 , "model" : "a\\/b" }', '{ "x" : 1 , "model" : "up\\"x" }'],
    ['{"models":["b"],"model":"a"}', '{"model":"up\\"x"}'],
    ['{ "models" : ["b"] , "model":"a"}', '{ "model":"up\\"x"}'],
    ['{"model":"a" , "models":[],"x":"\\ud800"}', '{"model":"up\\"x","x":"\\ud800"}'],
    [
      '{"mod\\u0065l":"a","x":{"model":"b","models":1}}',
      '{"mod\\u0065l":"up\\"x","x":{"model":"b","models":1}}',
    ],
    ['{"models":[]}', '{}'],
  ])('of %s is %s', (text, expected) => {
    expect(edited(text)).toBe(expected)
  })

  test('has every other byte of any request', () => {
    const member = fc.tuple(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(
        fc.array(member),
        fc.array(member),
        fc.constantFrom(undefined, 1, 2),
        (before, after, indent) => {
          const rest = ([name]: [string, unknown]) => !['model', 'models', 'stream'].includes(name)
          const make = (model: string) =>
            JSON.stringify(
              Object.fromEntries([...before.filter(rest), ['model', model], ...after.filter(rest)]),
              null,
              indent,
            )

          expect(
            new RequestEnvelope(Buffer.from(make('a')), messagesLayout).forUpstream('bb').toString(),
          ).toBe(make('bb'))
        },
      ),
    )
  })
})

const own = '{"type":"thinking","thinking":"x","signature":"sx1.ab"}'
const theirs = '{"type":"thinking","signature":"Eq"}'
test.each([
  [`[${own} , ${theirs}]`, `[ ${theirs}]`],
  [`[ ${own}, ${own} ,1.0]`, '[1.0]'],
  [`[${theirs} ,${own}, 2]`, `[${theirs}, 2]`],
  [`[${theirs},${own} ]`, `[${theirs} ]`],
])('thinking with our signature is removed from %s', (content, expected) => {
  const body = (inner: string) => `{"messages":[ {"role":"assistant","content":${inner}}, 1],"model":"a"}`

  expect(edited(body(content))).toBe(body(expected).replace('"a"', '"up\\"x"'))
})

test('a turn that has nothing else is removed with it', () => {
  const turn = `{"content":[${own}]}`

  expect(edited(`{"messages":[${turn}, 1 ,${turn},{"content":"\\"sx1."}]}`)).toBe(
    '{"messages":[ 1,{"content":"\\"sx1."}]}',
  )
})

test('a block of another type keeps its own field `signature`', () => {
  const text = '{"messages":[{"content":[{"type":"tool_result","signature":"sx1.a"},1]}]}'

  expect(edited(text)).toBe(text)
})

test('any number of blocks can be removed', () => {
  const blocks = Array.from({ length: 130_000 }, () => own).join(',')

  expect(edited(`{"messages":[{"content":[1,${blocks}]}]}`)).toBe('{"messages":[{"content":[1]}]}')
})

test('a megabyte of spaces after a removed member goes with it', () => {
  const text = `{"models":[]${' '.repeat(1_000_000)},"model":"a"}`

  expect(edited(text)).toBe('{"model":"up\\"x"}')
})

test('an invalid list of turns passes as it is', () => {
  const text = `{"messages":[{"content":[${own},{"a" 1}]}]}`

  expect(edited(text)).toBe(text)
})

test('a limit is added behind the last member', () => {
  const envelope = new RequestEnvelope(Buffer.from('{"model":"a","x":{} }\n'), messagesLayout)

  expect(envelope.forUpstream('b', { max_tokens: 9 }).toString()).toBe(
    '{"model":"b","x":{} ,"max_tokens":9}\n',
  )
})

test.each([
  '{"max_tokens":1,"max_tokens":2}',
  '{"model":"a","model":"b"}',
  '{"stream":true,"str\\u0065am":false}',
  '{"models":[],"models":[]}',
])('%s is refused', text => {
  expect(() => new RequestEnvelope(Buffer.from(text), messagesLayout)).toThrow(RepeatedMember)
})

test.each([
  '',
  '[]',
  '{"model":',
  '{"metadata":{"a" 1}}',
  '{"a":1}x',
  '{"a":"b',
  '{"a":"\\"}',
  '{"a":[{]',
  '{"a":{"b":"}',
])('%j is no request', text => {
  expect(() => new RequestEnvelope(Buffer.from(text), messagesLayout)).toThrow(UnreadableJson)
})

test('its members are read wherever they are, and the models of its fallbacks', () => {
  const envelope = new RequestEnvelope(
    Buffer.from('{"max_tokens":1e2,"x":{"max_tokens":1},"fallbacks":[{"model":"b"},{}],"stream":true}'),
    messagesLayout,
  )

  expect(envelope).toMatchObject({ maxTokens: 100, stream: true, model: undefined })
  expect(envelope.fallbacks).toEqual([
    { model: 'b', maxTokens: null, members: { model: 'b' } },
    { model: null, maxTokens: null, members: {} },
  ])
})

test('other models get the names of the upstream, and fallbacks that it does not have are removed', () => {
  const others = new Map([
    ['a/b', 'b'],
    ['x/y', null],
  ])
  const sent = (text: string) =>
    new RequestEnvelope(Buffer.from(text), messagesLayout).forUpstream('m', {}, others).toString()

  expect(sent('{"fallbacks":[{"model":"x/y"}, {"n":1 ,"model":"a\\/b"}, {"model":"z"},"x/y"]}')).toBe(
    '{"fallbacks":[ {"n":1 ,"model":"b"}, {"model":"z"}]}',
  )
  expect(sent('{"models":[],"fallbacks":[{"model":"x/y"}],"model":"m"}')).toBe(
    '{"fallbacks":null,"model":"m"}',
  )
  expect(sent('{"tools":[{"input_schema":{"model":"a/b"}},{"m\\u006fdel":"a/b"}]}')).toBe(
    '{"tools":[{"input_schema":{"model":"a/b"}},{"m\\u006fdel":"b"}]}',
  )
})

test.each([
  '{"fallbacks":[{"model":"a","model":"b"}]}',
  '{"fallbacks":[{"max_tokens":1,"max_tokens":2}]}',
  '{"tools":[{"model":"a","mode\\u006c":"b"}]}',
  '{"tools":[],"tools":[]}',
])('%s, of which two readers could see two models, is refused', text => {
  expect(() => new RequestEnvelope(Buffer.from(text), messagesLayout)).toThrow(RepeatedMember)
})

test.each([
  [
    '{ "previous_response_id" : "resp_1", "x":1.0e0, "input":"a" }',
    '{ "previous_response_id" : null, "x":1.0e0, "input":[1] }',
  ],
  ['{"model":"a","previous_response_id":"resp_1"}', '{"model":"a","previous_response_id":null,"input":[1]}'],
  ['{"model":"a"}', '{"model":"a","input":[1]}'],
  ['{"previous_response_id":"resp_1"}', '{"previous_response_id":null,"input":[1]}'],
])('other turns replace those of %s, and no other byte changes', (text, expected) => {
  const envelope = new RequestEnvelope(Buffer.from(text), responsesLayout)

  expect(envelope.withHistory('[1]', ['previous_response_id']).toString()).toBe(expected)
})
