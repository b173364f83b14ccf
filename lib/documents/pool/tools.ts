import path from 'node:path'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { ParseJob, ToolAnswer, ToolRequest } from './child-messages.ts'
import type { ParseCall, ParseOptions } from '#lib/documents/options.ts'
import type { Sandbox } from './sandbox.ts'
import { writeSofficeProfile } from './soffice-profile.ts'
import type { Watchdog } from './watchdog.ts'
import { spawn } from 'node:child_process'

export interface ToolCall {
  readonly job: ParseJob
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
}

export type AnswerTool = (request: ToolRequest, call: ToolCall) => Promise<ToolAnswer>

export interface ToolSettings {
  readonly sandbox: Promise<Sandbox>
  readonly searchPath: string
  readonly locale: string
}

/** Services of the pool for its sandboxed workers: programs and the speech engine. */
export function createTools(settings: ToolSettings): (options: ParseOptions, call: ParseCall) => AnswerTool {
  return (options, { transcribe }) =>
    async (request, { job, watchdog, signal }) => {
      const run = async (command: string, ...words: readonly string[]): Promise<ToolAnswer> => {
        const output = await runProgram({
          ...settings,
          sandbox: await settings.sandbox,
          command,
          arguments: words,
          folder: job.folder,
          watchdog,
          signal,
        })
        return { ok: true, output }
      }
      try {
        switch (request.tool) {
          case 'tesseract': {
            const { language, pageMode } = request
            // oxfmt-ignore
            return await run('tesseract', inFolder(job, request.file), 'stdout', '--psm', String(pageMode), '--dpi', '300', '-l', language, 'tsv')
          }
          case 'tesseract-languages':
            return await run('tesseract', '--list-langs')
          case 'ffmpeg': {
            const [input, output] = [inFolder(job, request.file), inFolder(job, request.output)]
            // The file may be a playlist that refers to other files or URLs: only this one is opened. oxfmt-ignore
            return await run(
              'ffmpeg',
              '-nostdin',
              '-v',
              'error',
              '-protocol_whitelist',
              'file',
              '-i',
              input,
              '-vn',
              '-ac',
              '1',
              '-ar',
              '16000',
              '-f',
              's16le',
              output,
            )
          }
          case 'soffice': {
            const profile = `-env:UserInstallation=${await writeSofficeProfile(job.folder)}`
            // oxfmt-ignore
            return await run('soffice', profile, '--headless', '--nologo', '--nodefault', '--nolockcheck', '--norestore', '--convert-to', request.format, '--outdir', job.folder, inFolder(job, request.file))
          }
          case 'transcribe': {
            const sound = { path: inFolder(job, request.file), name: request.name }
            watchdog.pause()
            try {
              return { ok: true, transcript: await transcribe(sound, { language: options.language, signal }) }
            } finally {
              watchdog.resume()
            }
          }
        }
      } catch (error) {
        const { code, reason, param, message } = error instanceof ApiError ? error : toApiError(error)
        return {
          ok: false,
          code,
          reason,
          param,
          message: error instanceof Error ? error.message.slice(0, 500) : message,
        }
      }
    }
}

/** A worker may only name files in its own folder. */
function inFolder(job: ParseJob, name: string): string {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.'))
    throw new Error('A worker named a file outside its folder.')
  return path.join(job.folder, name)
}

const outputBytesMax = 64 * 1024 * 1024
const noteLength = 2000
const priority = 15

interface ProgramRun {
  readonly sandbox: Sandbox
  readonly command: string
  readonly arguments: readonly string[]
  readonly folder: string
  readonly searchPath: string
  readonly locale: string
  readonly watchdog: Watchdog
  readonly signal: AbortSignal
}

/**
 * Runs a program on files in the worker's folder, under the worker's limits.
 * @returns its output
 * @throws Error with its last output on failure
 */
function runProgram(run: ProgramRun): Promise<string> {
  return new Promise((resolve, reject) => {
    const { file, arguments: words } = run.sandbox.wrap(
      { file: run.command, arguments: run.arguments },
      priority,
    )
    const program = spawn(file, words, {
      cwd: run.folder,
      env: {
        NODE_ENV: 'production',
        PATH: run.searchPath,
        LC_ALL: run.locale,
        HOME: run.folder,
        OMP_THREAD_LIMIT: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: run.signal,
      killSignal: 'SIGKILL',
    })
    const parts: Buffer[] = []
    let sizeBytes = 0
    let note = ''
    if (program.pid !== undefined) {
      run.sandbox.setPriority(program.pid, priority)
      run.watchdog.watchAlso(program.pid)
    }
    program.stdout.on('data', (data: Buffer) => {
      sizeBytes += data.length
      if (sizeBytes > outputBytesMax) program.kill('SIGKILL')
      else parts.push(data)
    })
    program.stderr.on('data', (data: Buffer) => {
      note = (note + data.toString()).slice(-noteLength)
    })
    program.once('error', reject)
    program.once('close', code => {
      if (code === 0) resolve(Buffer.concat(parts).toString())
      else reject(new Error(`${run.command} failed: ${note.trim()}`))
    })
  })
}
