import { expect, test } from 'vitest'
import { applyDraft, emptyDocuments } from './documents-state.ts'

test('a link with more files than the limit lists only as many as allowed', () => {
  const others = Array.from({ length: 40_000 }, (_, at) => ({ file: { name: `${at}.txt` } }))

  const { files } = applyDraft(emptyDocuments, { contract: 'upload', body: {}, others })

  expect(files).toHaveLength(200)
  expect(files.at(-1)).toMatchObject({ name: '199.txt', attached: false })
})
