/** A process for the supervisor's tests: `node tiny-server.ts PORT [stubborn | broken | unready | unready-later | hanging | forking | slow-exit MS]`. */
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { environment } from '#lib/config.ts'
import { reportListening } from '#lib/supervisor/listening-report.ts'
import { followProcesses } from '#lib/supervisor/process-report.ts'
import { onStopRequest } from '#lib/supervisor/stop-request.ts'

const [port, mood, ms] = process.argv.slice(2)

if (mood === 'broken') {
  process.stderr.write('cannot work\n')
  process.exit(3)
}

if (mood === 'forking') {
  const grandchild = fork(fileURLToPath(new URL('echo.ts', import.meta.url)))
  grandchild.once('message', said => {
    process.stdout.write(`grandchild said ${typeof said === 'string' ? said : 'nothing'}\n`)
    grandchild.disconnect()
  })
  setTimeout(() => grandchild.send('hello'), 500)
}

const processes = followProcesses()
let asked = 0
const isReady = () => {
  asked += 1
  if (mood === 'unready') return asked > 3
  return mood !== 'unready-later' || asked === 1
}

createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://tiny')
  if (mood === 'hanging' && pathname === '/hang') {
    const endMs = performance.now() + Number(searchParams.get('ms') ?? Infinity)
    while (performance.now() < endMs);
  }
  if (pathname === '/processes') return response.end(JSON.stringify(processes()))
  if (isReady()) return response.end(String(process.pid))
  return response.writeHead(503).end('{"reasons":["the disk is full"]}')
}).listen(Number(port), '127.0.0.1', reportListening)
process.stdout.write(`${JSON.stringify({ level: 30, msg: `listening with ${environment['TINY'] ?? 'nothing'}` })}\n`)

onStopRequest(() => {
  process.stdout.write('asked to stop\n')
  if (mood === 'stubborn') return
  setTimeout(() => process.exit(0), Number(ms ?? 0))
})
