import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeApiKey, refuseMistyped } from '#lib/store/keys/api-key.ts'

// A fake npm: logs its arguments, and installs a Node on `rebuild`.
const fakeNpm = `
const { appendFileSync, mkdirSync, rmSync, symlinkSync } = require('node:fs')
const [command] = process.argv.slice(2)
appendFileSync('npm-calls', process.argv.slice(2, 4).join(' ') + '\\n')
if (process.env.NPM_FAILS_WITH) {
  console.error(process.env.NPM_FAILS_WITH)
  process.exit(1)
}
if (command === 'ci' && process.env.NPM_REMOVES) rmSync(process.env.NPM_REMOVES, { recursive: true })
if (command === 'rebuild') {
  mkdirSync('node_modules/node/bin', { recursive: true })
  symlinkSync(process.execPath, 'node_modules/node/bin/node')
}
setTimeout(() => {}, 200)
`

const printingStart = `console.log('started', process.argv.slice(2).join(' '), process.env.PATH.split(':')[0])\nprocess.exit(7)\n`

function newClone(start = printingStart) {
  const root = mkdtempSync(path.join(tmpdir(), 'sextant-setup-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  mkdirSync(path.join(root, 'bin'))
  cpSync(path.join(import.meta.dirname, 'setup.mjs'), path.join(root, 'bin/setup.mjs'))
  writeFileSync(path.join(root, 'bin/start.ts'), start)
  writeFileSync(
    path.join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } }),
  )
  writeFileSync(path.join(root, 'fake-npm.js'), fakeNpm)
  const npmCalls = () => {
    const file = path.join(root, 'npm-calls')
    return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  }
  return { root, npmCalls }
}

function installByHand(root: string, version: string): void {
  mkdirSync(path.join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, path.join(root, 'node_modules/node/bin/node'))
  writeFileSync(
    path.join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version } } }),
  )
}

function setUp(root: string, environment: Record<string, string> = {}, ...arguments_: string[]) {
  return setUpWith(process.execPath, root, environment, ...arguments_)
}

function setUpWith(node: string, root: string, environment: Record<string, string>, ...arguments_: string[]) {
  const child = spawn(node, [path.join(root, 'bin/setup.mjs'), ...arguments_], {
    cwd: root,
    env: {
      NODE_ENV: 'test',
      PATH: '/usr/bin:/bin',
      npm_execpath: path.join(root, 'fake-npm.js'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', text => (output += text))
  child.stderr.on('data', text => (output += text))
  const code = new Promise<number | null>(resolve => void child.once('close', resolve))
  return { child, code, output: () => output }
}

test('a fresh clone installs packages without scripts, then Node, then starts on it', async () => {
  const { root, npmCalls } = newClone()

  const run = setUp(root, {}, 'start')

  expect(await run.code).toBe(7)
  expect(npmCalls()).toEqual(['ci --ignore-scripts', 'rebuild node'])
  expect(run.output()).toContain('Installing packages (once')
  expect(run.output()).toContain(`started  ${path.join(root, 'node_modules/node/bin')}`)
})

test('a mistyped initial key ends the start before packages are installed, as the gateway would', async () => {
  const { root, npmCalls } = newClone()
  const key = makeApiKey()
  const mistyped = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x')

  const run = setUp(root, { SEXTANT_INITIAL_API_KEY: mistyped }, 'start')

  expect(await run.code).toBe(1)
  expect(() => refuseMistyped(mistyped, 'SEXTANT_INITIAL_API_KEY')).toThrow(run.output().trim())
  expect(npmCalls()).toEqual([])
})

test('a right initial key, and one that Sextant did not make, start', async () => {
  const { root } = newClone()

  expect(await setUp(root, { SEXTANT_INITIAL_API_KEY: makeApiKey() }, 'start').code).toBe(7)
  expect(await setUp(root, { SEXTANT_INITIAL_API_KEY: 'a'.repeat(40) }, 'start').code).toBe(7)
})

test('npm run dev passes the flag on', async () => {
  const { root } = newClone()

  const run = setUp(root, {}, 'dev')
  await run.code

  expect(run.output()).toContain('started --dev')
})

test('packages are not reinstalled until the lockfile changes', async () => {
  const { root, npmCalls } = newClone()
  await setUp(root).code

  await setUp(root).code
  expect(npmCalls()).toHaveLength(2)

  writeFileSync(
    path.join(root, 'package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/a': { version: '2' } } }),
  )
  await setUp(root).code
  expect(npmCalls().slice(2)).toEqual(['ci --ignore-scripts', 'rebuild node'])
})

test('manually installed packages are accepted when their versions match', async () => {
  const right = newClone()
  installByHand(right.root, '1.0.0')
  const wrong = newClone()
  installByHand(wrong.root, '0.9.0')

  await Promise.all([setUp(right.root).code, setUp(wrong.root).code])

  expect(right.npmCalls()).toEqual([])
  expect(wrong.npmCalls()).toContain('ci --ignore-scripts')
})

test('of two simultaneous starts, one installs and the other waits', async () => {
  const { root, npmCalls } = newClone()

  const runs = [setUp(root), setUp(root)]

  expect(await Promise.all(runs.map(run => run.code))).toEqual([7, 7])
  expect(npmCalls()).toHaveLength(2)
  expect(runs.map(run => run.output()).join()).toContain('to install the packages')
})

test('the lock of a killed installer is taken over', async () => {
  const { root } = newClone()
  mkdirSync(path.join(root, '.sextant'))
  const gone = spawn(process.execPath, ['-e', ''])
  await new Promise(resolve => void gone.once('close', resolve))
  writeFileSync(path.join(root, '.sextant/install.lock'), String(gone.pid))

  expect(await setUp(root).code).toBe(7)
})

test.each([
  ['npm error code ENOTFOUND', 'Cannot reach the npm registry'],
  ['npm error code ENOSPC', 'The disk is full'],
  ['npm error code EACCES', 'npm has no write access'],
  ['npm error code EUSAGE', 'npm ci failed:\nnpm error code EUSAGE'],
])('when npm prints %s', async (complaint, advice) => {
  const { root } = newClone()

  const run = setUp(root, { NPM_FAILS_WITH: complaint })

  expect(await run.code).toBe(1)
  expect(run.output()).toContain(advice)
  expect(run.output()).not.toContain('    at ')
})

test('an update installs even though npm removes the Node that started it', async () => {
  const { root, npmCalls } = newClone()
  const own = path.join(root, 'node_modules/node/bin/node')
  mkdirSync(path.dirname(own), { recursive: true })
  cpSync(process.execPath, own)

  const run = setUpWith(own, root, { NPM_REMOVES: 'node_modules', PATH: path.dirname(process.execPath) })

  expect(await run.code).toBe(7)
  expect(npmCalls()).toEqual(['ci --ignore-scripts', 'rebuild node'])
})

test('without npm, the error says where to get it', async () => {
  const { root } = newClone()

  const run = setUp(root, { npm_execpath: '', PATH: '/nowhere' })

  expect(await run.code).toBe(1)
  expect(run.output()).toContain('npm not found')
})

test('SIGTERM reaches the server, and its exit code is returned', async () => {
  const { root } = newClone(
    `process.on('SIGTERM', () => process.exit(5))\nconsole.log('up')\nsetInterval(() => {}, 1000)\n`,
  )
  installByHand(root, '1.0.0')
  const run = setUp(root)
  await vi.waitUntil(() => run.output().includes('up'), { timeout: 5000 })

  run.child.kill('SIGTERM')

  expect(await run.code).toBe(5)
})
