import { expect, test } from 'vitest'
import { commands } from './list.ts'
import { makeTestRun } from './__fixtures__/test-run.ts'

test.each(['', 'help', '--help'])('%j prints every command', async line => {
  using testRun = makeTestRun()

  const { exitCode, said } = await testRun.run(line)

  expect(exitCode).toBe(0)
  for (const name of Object.keys(commands)) expect(said).toContain(`  ${name}`)
})

test('a group prints its own commands', async () => {
  using testRun = makeTestRun()

  const { exitCode, said } = await testRun.run('prices --help')

  expect(exitCode).toBe(0)
  expect(said).toContain('  prices update')
  expect(said).not.toContain('  keys create')
})

test.each(['keys', 'keys frob', 'frob', 'toString valueOf', 'models pul x'])(
  'an unknown command fails with the usage: %s',
  async line => {
    using testRun = makeTestRun()

    const { exitCode, said, complained } = await testRun.run(line)

    expect(exitCode).toBe(2)
    expect(said).toBe('')
    expect(complained).toContain('Usage: npm run -s sextant -- <command>')
  },
)

test.each(Object.keys(commands))('%s prints its own usage without running', async name => {
  using testRun = makeTestRun({ PORT: 'wrong' })

  const { exitCode, said } = await testRun.run(`${name} --help`)

  expect(exitCode).toBe(0)
  expect(said).toContain(`Usage: npm run -s sextant -- ${name}`)
})

test.each(['keys revoke', 'models pull', 'models rm'])('%s requires its id', async name => {
  using testRun = makeTestRun()

  expect(await testRun.run(name)).toMatchObject({
    exitCode: 2,
    complained: expect.stringContaining('<id> is missing'),
  })
})

test('an invalid configuration is an error without a stack', async () => {
  using testRun = makeTestRun({ PORT: 'wrong' })

  expect(await testRun.run('keys list')).toEqual({
    exitCode: 1,
    said: '',
    complained: 'PORT: must be a port number',
  })
})
