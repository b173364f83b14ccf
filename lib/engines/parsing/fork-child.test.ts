import { expect, test } from 'vitest'
import { childPids, commandLine } from './__fixtures__/child-pids.ts'
import { createTestPool } from './__fixtures__/test-pool.ts'

test('a child may read the application and its own folder, not the data folder beside them, and knows no secret', async () => {
  await using pool = await createTestPool()
  await pool.parse(Buffer.from('words'))
  const [pid = 0] = childPids()

  const args = commandLine(pid)
  const readable = [...args.matchAll(/--allow-fs-read=(\S+)/g)].map(([, path = '']) => path)
  expect(args).toContain('--permission')
  expect(
    readable.filter(path => /(^|\/)(lib|node_modules)\/\*$|\/package\.json$|\/child-\w+\/\*$/.test(path)),
  ).toEqual(readable)
})
