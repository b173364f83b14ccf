import {
  closeSync,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { Log } from '#lib/gateway/log.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import type { BegunRequest } from './begun-request.ts'
import { writeBegun, writeEnded } from './journal-line.ts'

// A killed process leaves what it gave to the kernel, so there is no fsync. A write costs more than its lines, so all
// requests of a millisecond share one, unless one of them is answered before.

const beginDelayMs = 1
const endDelayMs = 20
const truncateAboveBytes = 64 * 1024
const compactAboveBytes = 1024 * 1024

/** The first line of a file: the process that writes it. */
export interface JournalOwner {
  readonly format: 1
  readonly gateway: string
  readonly host: string
  readonly pid: number
}

/** An append-only file of the requests of this process that have no row yet. */
export class JournalFile {
  readonly #path: string
  readonly #log: Log
  readonly #head: string
  /** The lines of each request without a row. */
  readonly #lines = new Map<string, string>()
  #descriptor: number | null = null
  #unwritten = ''
  #bytes = 0
  #compactAbove = compactAboveBytes
  #begun = 0
  #written = 0
  #soon: NodeJS.Timeout | null = null
  #later: NodeJS.Timeout | null = null
  #failed = false
  readonly #onSoon = (): void => {
    this.#soon = null
    this.flush()
  }
  readonly #onLater = (): void => {
    this.#later = null
    this.flush()
  }

  constructor(path: string, gatewayId: string, log: Log) {
    this.#path = path
    this.#log = log
    const owner: JournalOwner = { format: 1, gateway: gatewayId, host: hostname(), pid: process.pid }
    this.#head = `${JSON.stringify(owner)}\n`
  }

  /** Creates the file: another process finds in it whose requests remained. */
  open(): void {
    this.#guarded(() => this.#opened())
  }

  /** @returns a number for `flush` */
  begin(request: BegunRequest): number {
    this.#append(request.id, writeBegun(request))
    this.#soon ??= setTimeout(this.#onSoon, beginDelayMs)
    return ++this.#begun
  }

  /** Writes the lines so far. @param begun of `begin`: only if that request is not written yet */
  flush(begun = Infinity): void {
    if (begun <= this.#written) return
    const text = this.#unwritten
    this.#unwritten = ''
    this.#written = this.#begun
    if (text === '') return
    this.#guarded(() => {
      this.#bytes += writeWhole(this.#opened(), text)
      if (this.#bytes > this.#compactAbove) this.#compact()
    })
  }

  /** Its row is exact from now on. It may come a little later: until then the request counts as open. */
  end(row: NewRequestRow): void {
    if (!this.#lines.has(row.id)) return
    this.#append(row.id, writeEnded(row))
    this.#later ??= setTimeout(this.#onLater, endDelayMs)
  }

  forget(id: string): void {
    if (!this.#lines.delete(id) || this.#lines.size > 0) return
    this.#unwritten = ''
    if (this.#bytes > truncateAboveBytes) this.#guarded(() => this.#truncate())
  }

  /** Tells other processes that this one is alive. */
  renew(): void {
    const now = Date.now() / 1000
    this.#guarded(() => {
      const { nlink, size } = fstatSync(this.#opened())
      // It was removed or emptied.
      if (nlink === 0 || size < this.#bytes) return this.#compact()
      futimesSync(this.#opened(), now, now)
    })
  }

  /** Removes the file, unless it has requests whose rows could not be written. */
  close(): void {
    if (this.#soon !== null) clearTimeout(this.#soon)
    if (this.#later !== null) clearTimeout(this.#later)
    this.flush()
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
    if (this.#lines.size === 0) rmSync(this.#path, { force: true })
  }

  #append(id: string, line: string): void {
    const earlier = this.#lines.get(id)
    this.#lines.set(id, earlier === undefined ? line : earlier + line)
    this.#unwritten += line
  }

  /** Replaces the file by the requests that have no row yet. */
  #compact(): void {
    const draft = `${this.#path}.draft`
    mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'ax', 0o600)
    const bytes = writeDraft(draft, descriptor, this.#head + [...this.#lines.values()].join(''))
    renameSync(draft, this.#path)
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = descriptor
    this.#bytes = bytes
    this.#compactAbove = Math.max(compactAboveBytes, 4 * bytes)
  }

  #truncate(): void {
    const descriptor = this.#opened()
    ftruncateSync(descriptor)
    this.#bytes = writeWhole(descriptor, this.#head)
    this.#compactAbove = compactAboveBytes
  }

  #opened(): number {
    if (this.#descriptor !== null) return this.#descriptor
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
    const descriptor = openSync(this.#path, 'a', 0o600)
    fchmodSync(descriptor, 0o600)
    this.#descriptor = descriptor
    this.#bytes = writeWhole(descriptor, this.#head)
    return descriptor
  }

  /** Requests are answered without a journal, for instance on a full disk. */
  #guarded(work: () => void): void {
    try {
      // A failed write lost lines, or left one without its end.
      if (this.#failed) this.#compact()
      else work()
      if (this.#failed) this.#log.info('the request journal can be written again')
      this.#failed = false
    } catch (error) {
      if (!this.#failed) this.#log.error({ err: error }, 'could not write the request journal')
      this.#failed = true
    }
  }
}

/** @throws when the disk takes only a part */
function writeWhole(descriptor: number, text: string): number {
  const bytes = writeSync(descriptor, text)
  if (bytes < Buffer.byteLength(text)) throw new Error('The disk is full.')
  return bytes
}

/** Leaves no draft behind, which would fill the disk further. */
function writeDraft(path: string, descriptor: number, text: string): number {
  try {
    return writeWhole(descriptor, text)
  } catch (error) {
    closeSync(descriptor)
    rmSync(path, { force: true })
    throw error
  }
}
