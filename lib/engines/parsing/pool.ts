import { rename, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { bodyFile, copyFile, uploadFile } from './child-messages.ts'
import { chooseLane } from './choose-lane.ts'
import { createLane } from './lane.ts'
import { parseLimits, type ParseLimits } from './limits.ts'
import type { ParseFile } from './options.ts'
import { findPrograms } from './programs.ts'
import { createSeat, type Outcome } from './seat.ts'
import { createTools } from './tools.ts'
import { toRefusal } from './to-refusal.ts'

export interface ParsePoolSettings {
  /** Where uploads in flight lie; a child gets a folder in it. */
  readonly folder: string
  /** Folders that children may read: the models' tokenizers. */
  readonly readable: readonly string[]
  /** The `PATH` on which tesseract, ffmpeg and soffice are looked for. */
  readonly searchPath: string
  readonly locale?: string
  readonly limits?: Partial<ParseLimits>
  /** Told of what may be a fault of ours, though the caller hears that the file is bad; nothing of the file is in it. */
  readonly onFault?: (fault: Error) => void
}

export interface ParsePool {
  readonly parseFile: ParseFile
  close(): Promise<void>
}

/**
 * Reads files in forked children: warm ones for what takes a moment, one slow one for OCR and sound. Nothing of a file
 * is parsed in this process, and a file that hangs, crashes or swells takes its child with it, and nobody else's.
 */
export function createParsePool({
  folder,
  readable,
  searchPath,
  locale = 'C.UTF-8',
  limits: given,
  onFault = () => undefined,
}: ParsePoolSettings): ParsePool {
  const limits = { ...parseLimits, ...given }
  const shared = { root: folder, readable, searchPath, locale }
  const lanes = {
    fast: createLane(Math.max(1, availableParallelism() - 1), () =>
      createSeat({ ...shared, rssBytesMax: limits.rssBytes, priority: 10 }),
    ),
    slow: createLane(1, () => createSeat({ ...shared, rssBytesMax: limits.slowRssBytes, priority: 15 })),
  }
  const programs = findPrograms(searchPath)
  const tools = createTools({ searchPath, locale })

  return {
    parseFile: async (uploadPath, options, call) => {
      const lane = lanes[await chooseLane(uploadPath, options)]
      const home = path.dirname(uploadPath)
      const answer = tools(options, call)
      const written = options.copy ? [bodyFile, copyFile] : [bodyFile]
      let leftMs = limits.wallMs
      const attempt = async (engine: 'first' | 'second'): Promise<Outcome> => {
        const seat = await lane.take(call.anonymous, call.signal)
        const startedAt = performance.now()
        try {
          const job = { options, limits: { ...limits, wallMs: leftMs }, programs, engine }
          const outcome = await seat.run(uploadPath, job, answer, call.signal)
          if (outcome.kind === 'done')
            for (const file of written) await rename(path.join(seat.folder, file), path.join(home, file))
          else if (outcome.kind === 'crashed') await rename(path.join(seat.folder, uploadFile), uploadPath)
          if (outcome.kind === 'refused' && outcome.fault !== null)
            onFault(withStack('Reading a file threw.', outcome.fault))
          if (outcome.kind === 'crashed') onFault(withStack(`The ${engine} engine for a file died.`, ''))
          return outcome
        } finally {
          leftMs -= performance.now() - startedAt
          // Nobody waits for the clearing but the next file.
          void lane.giveBack(seat)
        }
      }
      let outcome = await attempt('first')
      if (outcome.kind === 'crashed' && outcome.reason === 'crashed') outcome = await attempt('second')
      if (outcome.kind !== 'done') throw toRefusal(outcome, options)
      const bodyPath = path.join(home, bodyFile)
      const { kind, pages, ocrPages, audioSeconds, tokens, chunks } = outcome.done
      const { size: bodyBytes } = await stat(bodyPath)
      const copyPath = options.copy ? path.join(home, copyFile) : null
      return { kind, bodyPath, bodyBytes, copyPath, pages, ocrPages, audioSeconds, tokens, chunks }
    },
    close: async () => {
      await Promise.all([lanes.fast.close(), lanes.slow.close()])
    },
  }
}

/** An error whose stack is that of another process. */
function withStack(message: string, stack: string): Error {
  return Object.assign(new Error(message), { stack: stack || message })
}
