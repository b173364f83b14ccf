/** A process for the supervisor's tests: `node tiny-server.ts PORT [stubborn | broken | late | slow-exit MS]`. */
import { createServer } from 'node:http'
import { environment } from '#lib/config.ts'

const [port, mood, ms] = process.argv.slice(2)

if (mood === 'broken') {
  process.stderr.write('cannot work\n')
  process.exit(3)
}

createServer((_request, response) => response.end(String(process.pid))).listen(Number(port), '127.0.0.1')
process.stdout.write(`${JSON.stringify({ level: 30, msg: `listening with ${environment['TINY'] ?? 'nothing'}` })}\n`)

process.on('SIGTERM', () => {
  process.stdout.write('asked to stop\n')
  if (mood === 'stubborn') return
  setTimeout(() => process.exit(0), Number(ms ?? 0))
})
