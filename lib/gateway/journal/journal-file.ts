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
import type { EndedRequest, JournaledRequest } from './begun-request.ts'
import { BegunWriter, writeEnded } from './journal-line.ts'

// A killed process leaves what it gave to the kernel, so there is no fsync. A write costs more than its lines, so it
// takes all lines so far. Under load the answers cause most writes, and the timer few.

const delayMs = 5
const truncateAboveBytes = 512 * 1024
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
  // No lines, which would be most of what a busy gateway keeps, and no Map: it takes a new table every few requests, and
  // V8 keeps the old ones, with the requests they name, until it next collects the whole heap.
  readonly #open: JournaledRequest[] = []
  /** Ended and without a row, the oldest first. */
  readonly #ended: JournaledRequest[] = []
  readonly #begunWriter = new BegunWriter()
  #descriptor: number | null = null
  #unwritten = ''
  #bytes = 0
  #compactAbove = compactAboveBytes
  #lines = 0
  #linesWritten = 0
  #timer: NodeJS.Timeout | null = null
  #failed = false
  readonly #onTimer = (): void => {
    this.#timer = null
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

  /** Call it again for each further attempt. */
  begin(request: JournaledRequest): void {
    if (request.index === -1) request.index = this.#open.push(request) - 1
    this.#append(this.#begunWriter.write(request.begun))
    request.line = this.#lines
  }

  /** Writes the lines so far. @param request only if it is not written yet */
  flush(request?: JournaledRequest): void {
    if (request !== undefined && request.line <= this.#linesWritten) return
    const text = this.#unwritten
    this.#unwritten = ''
    this.#linesWritten = this.#lines
    if (text === '') return
    this.#guarded(() => {
      this.#bytes += writeWhole(this.#opened(), text)
      if (this.#bytes > this.#compactAbove) this.#compact()
    })
  }

  /** Its row is exact from now on. It may come a little later: until then the request counts as open. */
  end(request: JournaledRequest, row: EndedRequest): void {
    request.ended = row
    if (!this.#close(request)) return
    this.#ended.push(request)
    this.#append(writeEnded(request.begun.id, row))
  }

  /** The request leaves no row. */
  drop(request: JournaledRequest): void {
    if (this.#close(request)) this.#truncateUnused()
  }

  /** Forgets requests with a row: in the order in which they ended, as a rule. */
  written(rows: readonly NewRequestRow[]): void {
    let oldest = 0
    for (const { id, attempts } of rows) {
      if (this.#ended[oldest]?.begun.id === id) oldest++
      else if (attempts > 0) this.#forgetLater(id, oldest)
    }
    this.#ended.splice(0, oldest)
    if (rows.length > 0) this.#truncateUnused()
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
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.flush()
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
    if (this.#isUnused()) rmSync(this.#path, { force: true })
  }

  #append(line: string): void {
    this.#lines++
    this.#unwritten += line
    this.#timer ??= setTimeout(this.#onTimer, delayMs)
  }

  /** @returns whether it was open */
  #close(request: JournaledRequest): boolean {
    const { index } = request
    if (index === -1) return false
    const last = this.#open.pop()
    if (last !== undefined && last !== request) {
      last.index = index
      this.#open[index] = last
    }
    request.index = -1
    return true
  }

  #forgetLater(id: string, from: number): void {
    const at = this.#ended.findIndex((request, position) => position > from && request.begun.id === id)
    if (at !== -1) this.#ended.splice(at, 1)
  }

  #isUnused(): boolean {
    return this.#open.length === 0 && this.#ended.length === 0
  }

  #truncateUnused(): void {
    if (!this.#isUnused()) return
    this.#unwritten = ''
    if (this.#bytes > truncateAboveBytes) this.#guarded(() => this.#truncate())
  }

  /** Replaces the file by the requests that have no row yet. */
  #compact(): void {
    const draft = `${this.#path}.draft`
    mkdirSync(dirname(draft), { recursive: true, mode: 0o700 })
    rmSync(draft, { force: true })
    const descriptor = openSync(draft, 'ax', 0o600)
    const bytes = writeDraft(draft, descriptor, this.#head + this.#openLines())
    renameSync(draft, this.#path)
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = descriptor
    this.#bytes = bytes
    this.#compactAbove = Math.max(compactAboveBytes, 4 * bytes)
  }

  #openLines(): string {
    let lines = ''
    for (const { begun, ended } of this.#ended.concat(this.#open)) {
      lines += this.#begunWriter.write(begun)
      if (ended !== null) lines += writeEnded(begun.id, ended)
    }
    return lines
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
