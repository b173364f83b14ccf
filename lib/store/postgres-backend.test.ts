import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPostgres } from './postgres-backend.ts'

test('a database that takes connections and says nothing stops the start, instead of holding it up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0

  await expect(openPostgres(`postgres://sextant@127.0.0.1:${port}/none`)).rejects.toThrow(/timeout/)

  silent.close()
})

test('a database that is not there stops the start at once', async () => {
  await expect(openPostgres('postgres://sextant@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
})
