/**
 * Takes from a thread what JavaScript could use to open a socket, start a program, load native code of its own or
 * signal a process. Native code of the application's packages is not stopped by this: see `sandbox.ts`.
 *
 * Hostile code runs later in the same thread and can replace every method of every object. So the checks below
 * use only operators and functions that are copied here.
 */
import childProcess from 'node:child_process'
import { writeSync } from 'node:fs'
import nodeModule, { registerHooks, syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import tty from 'node:tty'
import { fileURLToPath } from 'node:url'
import workerThreads, { isMainThread, type WorkerOptions } from 'node:worker_threads'

/** @param preload the module that locks down a new worker thread */
export function lockDown(preload: string): void {
  lockModules()
  lockProcess()
  lockGlobals()
  lockWorkers(preload)
  // Copies the changes of built-in modules to their named exports.
  syncBuiltinESMExports()
}

const { defineProperty, getOwnPropertySymbols, getPrototypeOf } = Object
const { construct, get } = Reflect
const resolve = path.resolve.bind(path)
// oxlint-disable-next-line typescript/unbound-method -- bound by `call`
const startsWith = Function.prototype.call.bind(String.prototype.startsWith) as (
  text: string,
  start: string,
) => boolean

// Used by parsers.
const usable =
  'assert buffer constants crypto events fs fs/promises path path/posix path/win32 perf_hooks process punycode querystring stream stream/consumers stream/promises stream/web string_decoder timers timers/promises url util util/types zlib'
// They lose their dangerous functions below.
const guarded = 'child_process module os tty worker_threads'
/** All others are refused, so that one added by a later Node is too. */
const allowed = toTable(`${usable} ${guarded}`.split(' ').flatMap(name => [name, `node:${name}`]))

function lockModules(): void {
  const getBuiltinModule = process.getBuiltinModule.bind(process)
  const { isBuiltin } = nodeModule
  set(process, 'getBuiltinModule', (id: unknown) => {
    const name = `${id as string}`
    refuseModule(name)
    return getBuiltinModule(name)
  })
  registerHooks({
    resolve(specifier, context, next) {
      if (isBuiltin(specifier)) refuseModule(specifier)
      const resolved = next(specifier, context)
      // The `imports` of a package.json, for example, can give a built-in module another name.
      if (startsWith(resolved.url, 'node:')) refuseModule(resolved.url)
      return resolved
    },
  })
  for (const name of ['register', 'registerHooks']) refuse(nodeModule, name)
  for (const name of Object.keys(childProcess)) refuse(childProcess, name)
  for (const name of ['ReadStream', 'WriteStream']) refuse(tty, name)
  refuse(os, 'setPriority')
}

function refuseModule(id: string): void {
  if (allowed[id] !== true) throw refusal(`the module ${id}`)
}

const packages = path.join(fileURLToPath(new URL('../../..', import.meta.url)), 'node_modules', path.sep)
// Scopes of the parsers with native code. A database, for example, could load a library from anywhere.
const anydoc = path.join(packages, '@firecrawl', path.sep)
const sharp = path.join(packages, '@img', path.sep)
const canvas = path.join(packages, '@napi-rs', path.sep)
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
  const { RTLD_LAZY } = os.constants.dlopen
  set(process, 'dlopen', (module: object, filename: string, flags = RTLD_LAZY) => {
    const file = resolve(filename)
    const isParser = startsWith(file, anydoc) || startsWith(file, sharp) || startsWith(file, canvas)
    if (!isParser) throw refusal('native code outside the parsers')
    // A relative name would be resolved again.
    return dlopen(module, file, flags)
  })
  if (!isMainThread) return
  // A pipe as standard output is a socket, whose class could open others.
  for (const [name, descriptor] of [['stdout', 1] as const, ['stderr', 2] as const]) {
    set(process, name, descriptorWriter(descriptor))
  }
  set(process, 'stdin', null)
  // The class of the channel to the pool could connect to other pipes.
  lockHandles(process, 'Pipe', ['connect', 'bind', 'listen', 'open', 'fchmod'])
}

function descriptorWriter(descriptor: number): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      writeSync(descriptor, chunk)
      done()
    },
  })
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
  // Not a subclass and not a proxy: both show the class behind them.
  function LockedWorker(file: string | URL, options?: WorkerOptions): object {
    const worker = construct(
      Worker,
      [file, toLockedOptions(options, preload)],
      new.target ?? Worker,
    ) as object
    lockHandles(worker, 'Worker', [])
    return worker
  }
  LockedWorker.prototype = Worker.prototype
  Object.setPrototypeOf(LockedWorker, getPrototypeOf(Worker) as object)
  set(Worker.prototype, 'constructor', LockedWorker)
  set(workerThreads, 'Worker', LockedWorker)
}

function toLockedOptions(options: WorkerOptions | undefined, preload: string): object {
  return {
    // Otherwise a member that is missing here would come from `Object.prototype`.
    __proto__: null,
    workerData: options?.workerData as unknown,
    transferList: options?.transferList,
    resourceLimits: options?.resourceLimits,
    execArgv: ['--import', preload],
    // `NODE_OPTIONS` could name another module to run first.
    env: {},
    eval: false,
  }
}

/** Node keeps native objects in properties with symbols; their class could make others. */
function lockHandles(owner: object, className: string, methods: readonly string[]): void {
  const symbols = getOwnPropertySymbols(owner)
  for (let at = 0; at < symbols.length; at += 1) {
    const handle: unknown = get(owner, symbols[at] ?? '')
    if (typeof handle !== 'object' || handle === null || handle.constructor?.name !== className) continue
    const prototype = getPrototypeOf(handle) as object
    refuse(prototype, 'constructor')
    for (let each = 0; each < methods.length; each += 1) refuse(prototype, methods[each] ?? '')
  }
}

function refuse(target: object, name: string): void {
  set(target, name, () => {
    throw refusal(name)
  })
}

/** Nothing may set it back. */
function set(target: object, name: string | symbol, value: unknown): void {
  defineProperty(target, name, {
    __proto__: null,
    value,
    enumerable: true,
    writable: false,
    configurable: false,
  } as PropertyDescriptor)
}

function toTable(names: readonly string[]): Readonly<Record<string, true>> {
  const table = Object.create(null) as Record<string, true>
  for (const name of names) table[name] = true
  return Object.freeze(table)
}

function refusal(what: string): Error {
  return Object.assign(new Error(`Parsers have no access to ${what}.`), { code: 'ERR_ACCESS_DENIED' })
}
