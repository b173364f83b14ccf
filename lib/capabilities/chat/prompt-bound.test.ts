import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { countTokens } from '#lib/capabilities/tokens/count-tokens.ts'
import { boundPromptTokens, countPromptTokensAtMost, guessPromptTokens } from './prompt-size.ts'

// A budget is overrun at most by what models read beyond the bound of a prompt. Each text repeats: real prompts do not
// end where a vocabulary happens to be good at them.
const hashes = Array.from({ length: 40 }, (_, at) => createHash('sha512').update(String(at)).digest())
const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').slice(0, 4000)
const corpus: Readonly<Record<string, string>> = {
  prose: read('../../../README.md'),
  code: read('prompt-size.ts'),
  base64: hashes.map(hash => hash.toString('base64')).join(''),
  digits: hashes.map(hash => BigInt(`0x${hash.toString('hex')}`)).join(''),
  symbols: '7#3~'.repeat(500),
  CJK: '大型语言模型的价格必须准确。日本語の文章もトークンに分けられます。한국어 문장도 마찬가지입니다.'.repeat(
    20,
  ),
  emoji: '👩‍🚀🧑🏽‍💻🎉🦙🫠'.repeat(60),
  Arabic: 'الأسعار يجب أن تكون دقيقة، ولا يجوز تجاوز الميزانية أبدا.'.repeat(20),
  Tamil: 'விலைகள் துல்லியமாக இருக்க வேண்டும்.'.repeat(20),
}

/** Tokens as the vocabularies of OpenAI and one that reads digits one by one, as those of Qwen and Llama 2, make them. */
async function trueTokens(text: string): Promise<number[]> {
  const digits = text.match(/\d/g)?.length ?? 0
  return [
    await countTokens(text),
    await countTokens(text, { vocabulary: 'cl100k' }),
    (await countTokens(text.replaceAll(/\d+/g, ' '))) + digits,
  ]
}

const bounds = {
  'while a budget has enough left': (request: ChatRequest) => Promise.resolve(boundPromptTokens(request)),
  'near the end of a budget': countPromptTokensAtMost,
} as const

describe.each(Object.entries(bounds))('%s', (name, bound) => {
  test('no text has more tokens than were reserved', async () => {
    let excess = 0
    const lines: string[] = []
    for (const [kind, text] of Object.entries(corpus)) {
      const upper = await bound({ model: 'm', messages: [{ role: 'user', content: text }] })
      const counts = await trueTokens(text)
      excess += counts.reduce((sum, tokens) => sum + Math.max(0, tokens - upper), 0)
      lines.push(`${kind} ${Math.max(...counts)} of ${upper}`)
    }
    process.stdout.write(`${name}: ${lines.join(', ')}; beyond the bound: ${excess} tokens\n`)
    expect(excess).toBe(0)
  })

  test.each([
    [512, 512],
    [1024, 1024],
    [2048, 768],
    [8000, 6000],
  ])('an image of %d × %d has no more tokens than were reserved', async (width, height) => {
    const url = `https://example.org/${width}.png`
    const image = { type: 'image_url', image_url: { url } } as const
    const upper = await bound({ model: 'm', messages: [{ role: 'user', content: [image] }] })
    expect(upper).toBeGreaterThanOrEqual(tiledTokens(width, height))
    expect(upper).toBeGreaterThanOrEqual(Math.ceil(Math.min(1.15e6, width * height) / 750))
  })
})

const long = 'word '.repeat(10_000)
const turn = { role: 'user', content: 'Hi' } as const

test.each<[string, Partial<ChatRequest>]>([
  ['functions', { functions: [{ name: 'f', description: long }] }],
  ['prediction', { prediction: { type: 'content', content: long } }],
  ['documents', { documents: [{ text: long }] }],
  ['guided_json', { guided_json: long }],
  ['reasoning', { messages: [turn, { role: 'assistant', content: 'a', reasoning_content: long }] }],
  [
    'a call of a function',
    { messages: [turn, { role: 'assistant', content: null, function_call: { name: 'f', arguments: long } }] },
  ],
  [
    'a part of another type',
    { messages: [turn, { role: 'assistant', content: [{ type: 'refusal', refusal: long }] }] },
  ],
])('the text of %s is reserved, for limits and for budgets', async (_, fields) => {
  const request = { model: 'm', messages: [turn], ...fields }
  expect(boundPromptTokens(request)).toBeGreaterThan(long.length)
  expect(guessPromptTokens(request)).toBeGreaterThan(long.length / 4)
  expect(await countPromptTokensAtMost(request)).toBeGreaterThan(10_000)
})

test('the data of an image is not counted as text', () => {
  const image = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${'A'.repeat(100_000)}` },
  } as const
  const request = { model: 'm', messages: [{ role: 'user' as const, content: [image] }] }
  expect(boundPromptTokens(request)).toBeLessThan(3000)
})

/** As OpenAI counts an image in high detail: tiles of 512 after it is shrunk to 2048 and its short side to 768. */
function tiledTokens(width: number, height: number): number {
  const fit = Math.min(1, 2048 / Math.max(width, height))
  const short = Math.min(1, 768 / (Math.min(width, height) * fit))
  const tiles = [width, height].map(side => Math.ceil((side * fit * short) / 512))
  return 85 + 170 * (tiles[0] ?? 0) * (tiles[1] ?? 0)
}
