import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startWebServer } from '#lib/capabilities/__fixtures__/web-server.ts'
import { libraryItemSchema } from '#lib/contracts/api/library-item.ts'
import { readFiles } from './__fixtures__/read-files.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'
import { eventually, formOf, upload } from './__fixtures__/upload.ts'

vi.setConfig({ testTimeout: 60_000 })

const secret = 'xyzzyplugh'
const words = `The magic word is ${secret}, as everybody in the cave knows. `.repeat(10)

test('only saved items are written to disk, and nothing is left after deletion', async () => {
  await using site = await startWebServer({ '/': `<title>Cave</title><p>${words}</p>` })
  await using sextant = await startTestGateway({
    allowPrivateHosts: [site.host],
    embedder: 'scripted/vectors-8',
  })
  const authorization = { authorization: `Bearer ${sextant.token}` }
  const scrape = (about: object = {}) => sextant.post('/v1/scrape', { url: site.origin, ...about })
  const send = (fields: Record<string, string> = {}) =>
    upload(sextant, formOf(fields, words, 'cave.txt'), authorization)
  // The parser's copy is removed after the answer was sent.
  const expectNoUploads = () => expect(filesWith(join(sextant.dataDir, 'uploads'))).toEqual([])

  expect(await (await scrape()).text()).toContain(secret)
  expect((await send()).body['content']).toContain(secret)
  await eventually(expectNoUploads)
  expect(filesWith(sextant.dataDir)).toEqual([])

  const ids = [
    (await scrape({ library: true })).headers.get('sextant-library'),
    (await send({ library: 'cave' })).headers.get('sextant-library'),
  ]
  for (const id of ids) {
    await eventually(async () => {
      const response = await fetch(`${sextant.url}/v1/library/${id}`, { headers: authorization })
      expect(libraryItemSchema.parse(await response.json()).state).toBe('indexed')
    })
  }
  expect(filesWith(sextant.dataDir)).not.toEqual([])

  const gone = await sextant.post('/v1/library/batch', { action: 'delete', ids })
  expect(await gone.json()).toMatchObject({ ids })
  await eventually(expectNoUploads)
  expect(filesWith(sextant.dataDir)).toEqual([])
})

function filesWith(folder: string): string[] {
  return readFiles(folder).flatMap(({ path, text }) => (text.includes(secret) ? [path] : []))
}
