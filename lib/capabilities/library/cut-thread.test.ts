import { expect, test } from 'vitest'
import { createCutThread } from './cut-thread.ts'

const tokens = async () => ({ from: 'encoding', encoding: 'cl100k_base', estimated: true }) as const
const pages = [{ page: 1, content: 'The llama eats grass.' }]

test('splitting of an aborted text stops, and the next text is split', async () => {
  const thread = createCutThread(tokens)
  const leaving = new AbortController()

  const left = thread.cut('Llamas', pages, leaving.signal)
  leaving.abort(new Error('left'))

  await expect(left).rejects.toThrow('left')
  const chunks = await thread.cut('Llamas', pages, new AbortController().signal)
  expect(chunks.map(({ content }) => content)).toEqual(['The llama eats grass.'])
  await thread.close()
})

test('an invalid text fails alone', async () => {
  const thread = createCutThread(tokens)
  const { signal } = new AbortController()

  // @ts-expect-error -- a value from a broken store
  await expect(thread.cut('Llamas', [{ page: 1, content: null }], signal)).rejects.toThrow(/null/)
  expect(await thread.cut('Llamas', pages, signal)).toHaveLength(1)
  await thread.close()
})
