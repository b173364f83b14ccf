/** The command line: `npm run -s sextant -- keys create`, `models list` and so on. */
import type { Terminal } from '#lib/commands/command.ts'
import { run } from '#lib/commands/run.ts'

const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort())
process.once('SIGTERM', () => interrupt.abort())
// A reader that stops early, such as `head`, is not an error.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await run(process.argv.slice(2), {
  terminal: createTerminal(process.stdout),
  complain: text => void process.stderr.write(`${text}\n`),
  signal: interrupt.signal,
})

function createTerminal(output: NodeJS.WriteStream): Terminal {
  let drawn = false
  return {
    watched: output.isTTY,
    say(text) {
      output.write(`${drawn ? '\n' : ''}${text}\n`)
      drawn = false
    },
    progress(text) {
      if (!output.isTTY) return
      output.write(`\r\u001B[2K${text.slice(0, Math.max(20, output.columns - 1))}`)
      drawn = true
    },
  }
}
