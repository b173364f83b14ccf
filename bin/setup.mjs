#!/usr/bin/env node
// Runs on the system's Node (20 or newer) in a clone without node_modules: plain JavaScript, no dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { constants as osConstants } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import zlib from 'node:zlib'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const nodeBinary = path.join(root, 'node_modules/node/bin/node')
const installMarker = path.join(root, 'node_modules/.sextant-lock')
const installLock = path.join(root, '.sextant/install.lock')
// npm waits for minutes when the registry is unreachable.
const impatience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
const commands = {
  start: ['bin/start.ts'],
  dev: ['bin/start.ts', '--dev'],
  test: ['bin/test.ts'],
}

const [command = 'start', ...rest] = process.argv.slice(2)
const script = commands[command]
if (!script) stopWith(`Unknown command "${command}". Use npm start, npm run dev or npm test.`)
if (Number(process.versions.node.split('.')[0]) < 20)
  stopWith(
    `Sextant needs Node 20 or newer for its setup; this is Node ${process.versions.node}.\n` +
      'Install it from https://nodejs.org or your package manager. Sextant then installs its own Node 24.',
  )
if (command !== 'test' && isMistyped(process.env.SEXTANT_INITIAL_API_KEY ?? ''))
  stopWith(
    'SEXTANT_INITIAL_API_KEY begins with sxt_ but its checksum is wrong: it was mistyped or truncated.',
  )
if (!isInstalled()) await installOnce()
await run(script, rest)

/** Like `lib/store/keys/api-key.ts`, which cannot be loaded yet; Node before 20.15 has no CRC32 and leaves it to that. */
function isMistyped(key) {
  if (!key.startsWith('sxt_') || zlib.crc32 === undefined) return false
  const [, secret, checksum] = /^sxt_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(key) ?? []
  return secret === undefined || toBase62(zlib.crc32(secret), 6) !== checksum
}

function toBase62(value, length) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return Array.from({ length }, (_, at) =>
    digits.charAt(Math.floor(value / 62 ** (length - 1 - at)) % 62),
  ).join('')
}

/** True when node_modules matches package-lock.json. */
function isInstalled() {
  if (!existsSync(nodeBinary)) return false
  const wanted = lockHash()
  if (existsSync(installMarker) && readFileSync(installMarker, 'utf8') === wanted) return true
  if (!holdsEveryPackage()) return false
  if (writable(path.dirname(installMarker))) writeFileSync(installMarker, wanted)
  return true
}

// npm records what it installed in its own lockfile, so `npm ci` is not needed after `npm install`.
function holdsEveryPackage() {
  const hidden = path.join(root, 'node_modules/.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([where, entry]) => where === '' || entry.optional || installed[where]?.version === entry.version,
  )
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

async function installOnce() {
  if (!writable(root))
    stopWith(
      `Cannot install packages: this user has no write access to ${root}.\n` +
        'Make the folder writable, or clone Sextant into your home folder.',
    )
  await takeInstallLock()
  try {
    if (!isInstalled()) await install()
  } finally {
    releaseInstallLock()
  }
}

async function install() {
  process.stderr.write('Installing packages (once, 1 to 3 minutes) …\n')
  rmSync(installMarker, { force: true })
  // npm 10 runs all install scripts and has no allowlist; only the Node 24 binary needs one.
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...impatience])
  await npm(['rebuild', 'node', '--loglevel=error', ...impatience])
  if (!existsSync(nodeBinary)) stopWith('Node 24 was not installed. Run `npm rebuild node` to see the error.')
  writeFileSync(installMarker, lockHash())
}

async function npm(arguments_) {
  const viaScript = process.env.npm_execpath?.endsWith('.js')
  // `npm start` runs this on the Node in node_modules if it exists, and `npm ci` removes it.
  const node = existsSync(process.execPath) ? process.execPath : 'node'
  const [file, first] = viaScript ? [node, [process.env.npm_execpath]] : ['npm', []]
  const child = spawn(file, [...first, ...arguments_], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    complaint += text
  })
  const stop = forwardSignals(child)
  const outcome = await new Promise(resolve => {
    child.on('error', error => resolve({ error }))
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  stop()
  if (outcome.code === 0) return
  releaseInstallLock()
  if (outcome.signal) process.exit(128 + (osConstants.signals[outcome.signal] ?? 0))
  stopWith(explain(outcome.error, complaint, arguments_))
}

function explain(error, complaint, arguments_) {
  if (error?.code === 'ENOENT')
    return 'npm not found. It comes with Node (https://nodejs.org); on Debian: apt-get install npm'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT/.test(complaint))
    return (
      'Cannot reach the npm registry to install packages.\n' +
      'Connect this machine to the internet once, or set a mirror: npm config set registry https://…\n' +
      '(behind a proxy: npm config set proxy http://…), or copy node_modules from a machine of the same platform.'
    )
  if (/EACCES|EPERM|EROFS/.test(complaint)) return `npm has no write access:\n${complaint.trim()}`
  if (/ENOSPC/.test(complaint)) return 'The disk is full. The packages need 1.5 GB.'
  return `npm ${arguments_[0]} failed:\n${complaint.trim() || error?.message}`
}

async function takeInstallLock() {
  let said = false
  for (;;) {
    try {
      // In each round, because the previous installer removes the empty folder.
      mkdirSync(path.dirname(installLock), { recursive: true })
      writeFileSync(installLock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
    }
    const holder = lockHolder()
    if (holder === null) rmSync(installLock, { force: true })
    else if (!said) process.stderr.write(`Waiting for process ${holder} to install the packages …\n`)
    said ||= holder !== null
    await sleep(300)
  }
}

/** The pid of a running installer, else null. An empty file is still being written. */
function lockHolder() {
  try {
    const pid = Number(readFileSync(installLock, 'utf8'))
    if (pid > 0) process.kill(pid, 0)
    return pid || 'unknown'
  } catch (error) {
    return error.code === 'EPERM' ? 'of another user' : null
  }
}

function releaseInstallLock() {
  rmSync(installLock, { force: true })
  try {
    rmdirSync(path.dirname(installLock))
  } catch {
    // In use as the data folder.
  }
}

async function run(arguments_, more) {
  const separator = path.delimiter
  const child = spawn(nodeBinary, [...arguments_, ...more], {
    cwd: root,
    // The child uses the channel to detect that this process is gone, even after a kill.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${path.dirname(nodeBinary)}${separator}${process.env.PATH ?? ''}` },
  })
  forwardSignals(child)
  stopWhenNpmIsGone(child)
  child.on('error', error =>
    stopWith(`Node 24 does not start (${error.message}). Delete node_modules and try again.`),
  )
  child.on('close', (code, signal) => process.exit(code ?? 128 + (osConstants.signals[signal] ?? 0)))
  await new Promise(() => {})
}

function forwardSignals(child) {
  const forward = signal => child.kill(signal)
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, forward)
  return () => signals.forEach(signal => process.off(signal, forward))
}

// A killed npm forwards no signal, and would leave a server behind that holds the port.
function stopWhenNpmIsGone(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1000).unref()
}

function writable(folder) {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function stopWith(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
