/**
 * Tries every way in which a parser that was taken over could leave its process, and reports for each whether it
 * was open. Imports nothing itself, because a locked-down child must get everything as a parser would.
 */

/** Servers and processes outside, to be reached. */
export interface Targets {
  /** A TCP server that also speaks HTTP, on 127.0.0.1. */
  readonly port: number
  /** A process of the same user that only waits. */
  readonly pid: number
  /** The only folder that the program may write. */
  readonly folder: string
  /** Names of attempts to leave out. */
  readonly without: readonly string[]
}

/** `open`, or the reason why it is closed. */
export type WaysOut = Readonly<Record<string, string>>

process.on('message', (targets: Targets) => void tryAll(targets).then(result => process.send?.(result)))

type Attempt = (targets: Targets) => unknown
type Anything = any // oxlint-disable-line typescript/no-explicit-any -- hostile code has no types

const outgoing =
  'net dgram dns dns/promises tls http https http2 inspector inspector/promises cluster repl wasi vm v8 async_hooks diagnostics_channel trace_events'.split(
    ' ',
  )
const globals = globalThis as Anything
const hidden = process as Anything

const attempts: Readonly<Record<string, Attempt>> = {
  ...Object.fromEntries(outgoing.map(name => [`import ${name}`, () => import(name)])),
  ...Object.fromEntries(outgoing.map(name => [`import node:${name}`, () => import(`node:${name}`)])),
  ...Object.fromEntries(outgoing.map(name => [`require ${name}`, async () => (await require_())(name)])),
  ...Object.fromEntries(
    outgoing.map(name => [`getBuiltinModule ${name}`, () => process.getBuiltinModule(`node:${name}`)]),
  ),
  'import node:sqlite': () => import('node:sqlite'),
  'Module._load': async () => (await module_())._load('net'),
  'Module.prototype.require': async () => new (await module_())('hostile').require('net'),
  'a data URL that imports': () => import(`data:text/javascript,${encodeURIComponent('import "node:net"')}`),
  // oxlint-disable-next-line no-eval -- hostile code does that
  'eval of an import': () => (0, eval)('import("node:net")'),
  'a function made of an import': () =>
    // oxlint-disable-next-line typescript/no-implied-eval -- hostile code does that
    new Function('return import("node:net")')(),
  'a package with another name for a module': async ({ folder }) => {
    await write(folder, 'package.json', '{"imports": {"#other": "net"}}')
    return await import(await write(folder, 'alias.mjs', 'import "#other"'))
  },
  'a package of the application that opens sockets': async () => {
    const { request } = await import('undici')
    return request
  },
  'hooks of its own': async () => (await module_()).registerHooks({}).deregister(),
  'asynchronous hooks of its own': async () =>
    (await module_()).register('data:text/javascript,export const resolve = (name, context, next) => next(name)'),
  'process.binding': () => hidden.binding('tcp_wrap'),
  'process.dlopen of its own file': async ({ folder }) => {
    const file = await write(folder, 'own.node', 'no library')
    try {
      process.dlopen({ exports: {} }, new URL(file).pathname)
    } catch (error) {
      // Node tried to load it.
      if (!(error as Anything).message.includes('file too short') && !/invalid ELF/.test((error as Anything).message))
        throw error
    }
  },
  fetch: async ({ port }) => await fetch(`http://127.0.0.1:${port}`),
  WebSocket: ({ port }) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}`)
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error('no connection')))
    }),
  'the dispatcher behind fetch': ({ port }) => {
    void Response
    return dispatch(globals[Symbol.for('undici.globalDispatcher.1')], port)
  },
  'the second dispatcher behind fetch': ({ port }) => {
    void Response
    return dispatch(globals[Symbol.for('undici.globalDispatcher.2')], port)
  },
  'the socket class of stderr': ({ port }) => connect(new hidden.stderr.constructor({}), port),
  'the socket class of stdout': ({ port }) => connect(new hidden.stdout.constructor({}), port),
  'the pipe of the channel to the parent': ({ folder }) => {
    const pipe = Object.getOwnPropertySymbols(process)
      .map(symbol => hidden[symbol])
      .find(value => value?.constructor?.name === 'Pipe')
    return openPipe(pipe, `${folder}/channel`)
  },
  'an active handle': ({ folder }) => {
    const pipe = hidden._getActiveHandles().find((value: Anything) => value?.constructor?.name === 'Pipe')
    return openPipe(pipe, `${folder}/handle`)
  },
  'a stream of a terminal': async ({ port }) => {
    const { ReadStream } = (await import('node:tty')) as Anything
    return connect(new (Object.getPrototypeOf(ReadStream))({}), port)
  },
  spawn: async () => run(await import('node:child_process'), 'spawnSync'),
  'spawn through the default export': async () =>
    run(((await import('node:child_process')) as Anything).default, 'spawnSync'),
  execFile: async () => run(await import('node:child_process'), 'execFileSync'),
  'the class behind spawn': async () => {
    const { ChildProcess } = (await import('node:child_process')) as Anything
    const code = new ChildProcess().spawn({ file: process.execPath, args: ['node', '--version'], stdio: 'ignore' })
    if (code !== 0) throw new Error(`code ${code}`)
  },
  fork: async () => (await import('node:child_process')).fork('nowhere').kill(),
  'process.execve': () => hidden.execve(process.execPath, ['node', '--version']),
  'process.kill': ({ pid }) => process.kill(pid, 0),
  'process._kill': ({ pid }) => {
    if (hidden._kill(pid, 0) !== 0) throw new Error('no such process')
  },
  'the debugger of another process': ({ pid }) => hidden._debugProcess(pid),
  'the priority of another process': async ({ pid }) => (await import('node:os')).setPriority(pid, 19),
  'the class of a worker': async ({ folder }) => {
    const { Worker } = await import('node:worker_threads')
    const file = await write(folder, 'empty.mjs', '')
    const worker = new Worker(new URL(file))
    const raw = [
      Object.getPrototypeOf(Worker),
      (worker as Anything).constructor,
      Worker.prototype.constructor,
    ].filter(each => each.prototype?.postMessage)
    return await Promise.any(raw.map(async each => await answerOf(new each(hostileCode, { eval: true }))))
  },
  'a worker with code': async () => await inWorker(hostileCode, { eval: true }),
  'a worker with a data URL': async () =>
    await inWorker(new URL(`data:text/javascript,${encodeURIComponent(hostileModule)}`), {}),
  'a worker with a file': async ({ folder }) =>
    await inWorker(new URL(await write(folder, 'worker.mjs', hostileModule)), {}),
  'a worker with arguments of its own': async ({ folder }) =>
    await inWorker(new URL(await write(folder, 'arguments.mjs', hostileModule)), { execArgv: [] }),
  'a worker with an environment of its own': async ({ folder }) =>
    await inWorker(new URL(await write(folder, 'environment.mjs', '')), {
      env: { NODE_OPTIONS: `--import=${await write(folder, 'first.mjs', hostileModule)}` },
    }),
  'a worker in a worker': async ({ folder }) => {
    const inner = await write(folder, 'inner.mjs', hostileModule)
    const outer = `import { parentPort, Worker } from 'node:worker_threads'
      const report = answer => parentPort.postMessage(answer)
      try { new Worker(new URL(${JSON.stringify(inner)}), { execArgv: [] }).on('message', report).on('error', report) }
      catch (error) { report(String(error)) }`
    return await inWorker(new URL(await write(folder, 'outer.mjs', outer)), {})
  },
  'Module._load with a prefix': async () => (await module_())._load('node:net'),
  'a database that loads extensions': async () => {
    const { default: Database } = (await import('better-sqlite3')) as Anything
    new Database(':memory:').close()
  },
  'the class behind a proxy': async () => {
    const { EventEmitter } = await import('node:events')
    const { inspect } = await import('node:util')
    const { Worker } = await import('node:worker_threads')
    const seen: Anything[] = [Worker]
    Object.defineProperty(EventEmitter, inspect.custom, {
      configurable: true,
      get() {
        seen.push(this)
      },
    })
    inspect(Worker)
    Reflect.deleteProperty(EventEmitter, inspect.custom)
    return await Promise.any(seen.map(async each => await answerOf(new each(hostileCode, { eval: true }))))
  },
  'the handle of a worker': async ({ folder }) => {
    const { Worker } = await import('node:worker_threads')
    const worker = new Worker(new URL(await write(folder, 'handled.mjs', ''))) as Anything
    const handle = Object.getOwnPropertySymbols(worker)
      .map(symbol => worker[symbol])
      .find(value => value?.startThread)
    return new handle.constructor('', null, [], new Float64Array(4), true, true)
  },
  // From here on, nothing that a check calls can be trusted.
  'a resolver of its own': async () => {
    const loader = await module_()
    const { _resolveFilename } = loader
    loader._resolveFilename = () => 'net'
    try {
      return (await require_())('anything')
    } finally {
      loader._resolveFilename = _resolveFilename
    }
  },
  'a path of its own': async ({ folder }) => {
    const path = (await import('node:path')).default
    const file = await write(folder, 'other.node', 'no library')
    const resolve = path.resolve.bind(path)
    path.resolve = () => new URL(`../../../node_modules/@img/${'other'}.node`, import.meta.url).pathname
    try {
      process.dlopen({ exports: {} }, new URL(file).pathname)
    } catch (error) {
      if (!/file too short|invalid ELF/.test((error as Anything).message)) throw error
    } finally {
      path.resolve = resolve
    }
  },
  'methods of its own': async () => {
    Set.prototype.has = () => true
    Map.prototype.has = () => true
    Array.prototype.includes = () => true
    String.prototype.startsWith = () => false
    String.prototype.replace = () => 'fs'
    RegExp.prototype.test = () => true
    return await import('node:dgram')
  },
}

async function tryAll(targets: Targets): Promise<WaysOut> {
  const results: Record<string, string> = {}
  for (const [name, attempt] of Object.entries(attempts)) {
    if (targets.without.includes(name)) continue
    try {
      await Promise.race([attempt(targets), refuseLater()])
      results[name] = 'open'
    } catch (error) {
      results[name] = error instanceof Error ? error.message : String(error)
    }
  }
  return results
}

function refuseLater(): Promise<never> {
  return new Promise((_, reject) => void setTimeout(() => reject(new Error('no end')), 5000).unref())
}

async function module_(): Promise<Anything> {
  return (await import('node:module')).default
}

async function require_(): Promise<(name: string) => unknown> {
  return (await module_()).createRequire(import.meta.url)
}

async function write(folder: string, name: string, text: string): Promise<string> {
  const { writeFile } = await import('node:fs/promises')
  const { pathToFileURL } = await import('node:url')
  await writeFile(`${folder}/${name}`, text)
  return pathToFileURL(`${folder}/${name}`).href
}

function connect(socket: Anything, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve()
    })
  })
}

/** A pipe that listens in the file system is a socket too, and needs no object of Node's own for the call. */
function openPipe(pipe: Anything, name: string): void {
  const other = new pipe.constructor(0)
  const code = other.bind(name)
  other.close()
  if (code !== 0 && code !== undefined) throw new Error(`code ${code}`)
}

function dispatch(dispatcher: Anything, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const ignore = (): boolean => true
    dispatcher.dispatch(
      { origin: `http://127.0.0.1:${port}`, path: '/', method: 'GET' },
      {
        onConnect: ignore,
        onHeaders: ignore,
        onData: ignore,
        onRequestStart: ignore,
        onResponseStart: ignore,
        onResponseData: ignore,
        onResponseEnd: () => resolve(),
        onComplete: () => resolve(),
        onError: reject,
        onResponseError: (_: unknown, error: Error) => reject(error),
      },
    )
  })
}

function run(programs: Anything, name: string): void {
  const { error } = programs[name](process.execPath, ['--version'])
  if (error) throw error
}

const hostileCode = `const { parentPort } = require('node:worker_threads')
  try { require('node:net'); parentPort.postMessage('open') } catch (error) { parentPort.postMessage(String(error)) }`
const hostileModule = `import { parentPort } from 'node:worker_threads'
  try { await import('node:net'); parentPort.postMessage('open') } catch (error) { parentPort.postMessage(String(error)) }`

async function inWorker(file: string | URL, options: object): Promise<void> {
  const { Worker } = await import('node:worker_threads')
  await answerOf(new Worker(file, options))
}

async function answerOf(worker: Anything): Promise<void> {
  const answer = await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the worker said nothing')))
  })
  if (answer !== 'open') throw new Error(String(answer))
}
