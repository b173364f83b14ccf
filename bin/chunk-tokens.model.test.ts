import { expect, test } from 'vitest'
import { loadConfig } from '#lib/config.ts'
import { loadTokenCounter } from '#lib/documents/write/token-counter.ts'
import { defaultEmbedder } from '#lib/models/catalog-embeddings.ts'
import { loadTextTokens } from '#lib/models/onnx/text-tokens.ts'
import { tokenizerPath } from '#lib/models/tokenizer-path.ts'

test('chunk token counts match the default embedding model', async () => {
  const path = tokenizerPath(loadConfig().modelsDir, defaultEmbedder.id) ?? ''
  const counter = await loadTokenCounter({ from: 'file', path })
  const embedder = await loadTextTokens(path)
  const texts = [
    'One word, two words: three.',
    'Ünïcödé naïve café 漢字仮名 — “quoted” 12,345.67 € 👩‍👩‍👧‍👦',
    '\tcolumn one\tcolumn two\n\nand the next paragraph, hyphen-ated',
    'a sentence that is repeated again and again. '.repeat(2000),
  ]

  expect(counter.estimated).toBe(false)
  for (const text of texts) {
    const { ids } = embedder.single(await embedder.read(text, Infinity))
    expect(counter.count(text) + counter.marks).toBe(ids.length)
  }
})
