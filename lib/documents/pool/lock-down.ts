/**
 * Takes from a thread what JavaScript could use to open a socket, start a program, load native code of its own or
 * signal a process. Native code of the application's packages is not stopped by this: see `sandbox.ts`.
 */
import childProcess from 'node:child_process'
import { writeSync } from 'node:fs'
import nodeModule, { registerHooks, syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import tty from 'node:tty'
import { fileURLToPath } from 'node:url'
import workerThreads, { isMainThread } from 'node:worker_threads'

/** @param preload the module that locks down a new worker thread */
export function lockDown(preload: string): void {
  lockModules()
  lockProcess()
  lockGlobals()
  lockWorkers(preload)
  // Copies the changes of built-in modules to their named exports.
  syncBuiltinESMExports()
}

// Used by parsers. The guarded ones lose their dangerous functions below.
const usable: ReadonlySet<string> = new Set([
  'assert',
  'buffer',
  'constants',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'path',
  'path/posix',
  'path/win32',
  'perf_hooks',
  'process',
  'punycode',
  'querystring',
  'stream',
  'stream/consumers',
  'stream/promises',
  'stream/web',
  'string_decoder',
  'timers',
  'timers/promises',
  'url',
  'util',
  'util/types',
  'zlib',
])
const guarded: ReadonlySet<string> = new Set(['child_process', 'module', 'os', 'tty', 'worker_threads'])

/** All others are refused, so that one added by a later Node is too. */
function lockModules(): void {
  const getBuiltinModule = process.getBuiltinModule.bind(process)
  set(process, 'getBuiltinModule', (id: string) => {
    refuseModule(id)
    return getBuiltinModule(id)
  })
  registerHooks({
    resolve(specifier, context, next) {
      if (nodeModule.isBuiltin(specifier)) refuseModule(specifier)
      const resolved = next(specifier, context)
      // The `imports` of a package.json can give a built-in module another name.
      if (resolved.url.startsWith('node:')) refuseModule(resolved.url)
      return resolved
    },
  })
  for (const name of ['register', 'registerHooks']) refuse(nodeModule, name)
  for (const name of Object.keys(childProcess)) refuse(childProcess, name)
  for (const name of ['ReadStream', 'WriteStream']) refuse(tty, name)
  refuse(os, 'setPriority')
}

function refuseModule(id: string): void {
  const name = id.replace(/^node:/, '')
  if (!usable.has(name) && !guarded.has(name)) throw refusal(`the module ${name}`)
}

const packages = path.join(fileURLToPath(new URL('../../..', import.meta.url)), 'node_modules', path.sep)
const processFunctions = [
  'binding',
  '_linkedBinding',
  'execve',
  'kill',
  '_kill',
  '_debugProcess',
  '_debugEnd',
  'openStdin',
]

function lockProcess(): void {
  for (const name of processFunctions) refuse(process, name)
  const dlopen = process.dlopen.bind(process)
  set(process, 'dlopen', (module: object, filename: string, flags = os.constants.dlopen.RTLD_LAZY) => {
    // A parser that was taken over could write a library into its own folder.
    if (!path.resolve(filename).startsWith(packages)) throw refusal('native code outside the application')
    return dlopen(module, filename, flags)
  })
  if (!isMainThread) return
  // A pipe as standard output is a socket, whose class could open others.
  for (const [name, descriptor] of [['stdout', 1] as const, ['stderr', 2] as const]) {
    set(process, name, descriptorWriter(descriptor))
  }
  set(process, 'stdin', null)
  for (const symbol of Object.getOwnPropertySymbols(process)) lockPipe(Reflect.get(process, symbol))
}

function descriptorWriter(descriptor: number): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      writeSync(descriptor, chunk)
      done()
    },
  })
}

/** The class of the channel to the pool could connect to other pipes. */
function lockPipe(handle: unknown): void {
  if (typeof handle !== 'object' || handle === null || handle.constructor.name !== 'Pipe') return
  const prototype: object = Object.getPrototypeOf(handle)
  for (const name of ['connect', 'bind', 'listen', 'open', 'fchmod']) refuse(prototype, name)
}

function lockGlobals(): void {
  for (const name of ['fetch', 'WebSocket', 'EventSource']) {
    // Defining it over the old one would load Node's whole HTTP client first.
    Reflect.deleteProperty(globalThis, name)
    refuse(globalThis, name)
  }
  // That client would put these here as soon as a parser uses `Response`.
  for (const version of ['1', '2']) {
    const dispatcher = {}
    for (const name of ['dispatch', 'request', 'connect', 'close', 'destroy']) refuse(dispatcher, name)
    set(globalThis, Symbol.for(`undici.globalDispatcher.${version}`), Object.freeze(dispatcher))
  }
}

/** Threads run files only, locked down like this one. */
function lockWorkers(preload: string): void {
  const { Worker } = workerThreads
  const locked = new Proxy(Worker, {
    construct(target, [file, options]: ConstructorParameters<typeof Worker>, subclass) {
      if (options?.eval === true || String(file).startsWith('data:')) throw refusal('code in a worker thread')
      const { workerData, transferList, resourceLimits } = options ?? {}
      const confined = {
        ...(workerData !== undefined && { workerData: workerData as unknown }),
        ...(transferList !== undefined && { transferList }),
        ...(resourceLimits !== undefined && { resourceLimits }),
        execArgv: ['--import', preload],
        // `NODE_OPTIONS` could name another module to run first.
        env: {},
      }
      return Reflect.construct(target, [file, confined], subclass) as object
    },
  })
  set(Worker.prototype, 'constructor', locked)
  set(workerThreads, 'Worker', locked)
}

function refuse(target: object, name: string): void {
  set(target, name, () => {
    throw refusal(name)
  })
}

/** Nothing may set it back. */
function set(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: false, configurable: false })
}

function refusal(what: string): Error {
  return Object.assign(new Error(`Parsers have no access to ${what}.`), { code: 'ERR_ACCESS_DENIED' })
}
