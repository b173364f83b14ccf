import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { sendConsoleAway } from './console-away.ts'
import { answeredHeaders, forwardedHeaders, type ForwardSettings } from './forwarded-headers.ts'

export interface ConsoleProxy {
  forward(incoming: IncomingMessage, outgoing: ServerResponse): void
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Hands what is not API to the console process, as a stream in both directions. */
export function createConsoleProxy(settings: ForwardSettings & { readonly port: number }): ConsoleProxy {
  const agent = new Agent({ keepAlive: true })
  const host = '127.0.0.1'

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const headers = forwardedHeaders(incoming, settings)
    const { method, url: path } = incoming
    const outbound = request({ host, port: settings.port, agent, method, path, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answeredHeaders(answer))
      // Half of a page must not look like all of it.
      answer.once('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    outbound.on('error', () => {
      if (outgoing.headersSent) return void outgoing.destroy()
      sendConsoleAway(incoming, outgoing)
    })
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) outbound.destroy()
    })
    incoming.pipe(outbound)
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const headers = forwardedHeaders(incoming, settings, true)
    const { method, url: path } = incoming
    const outbound = request({ host, port: settings.port, method, path, headers, agent: false })
    socket.on('error', () => outbound.destroy())
    outbound.on('error', () => socket.destroy())
    outbound.on('response', answer => {
      // The console declined the upgrade: its answer is the client's.
      socket.write(headOf(answer))
      answer.pipe(socket)
    })
    outbound.on('upgrade', (answer, upstream, upstreamHead) => {
      socket.write(headOf(answer, true))
      if (upstreamHead.length > 0) socket.write(upstreamHead)
      if (head.length > 0) upstream.write(head)
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy())
      upstream.pipe(socket).pipe(upstream)
    })
    outbound.end()
  }

  return { forward, upgrade }
}

function headOf(answer: IncomingMessage, upgraded = false): string {
  const headers = upgraded ? answer.rawHeaders : [...answeredHeaders(answer), 'connection', 'close']
  let head = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`
  for (let at = 0; at + 1 < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  return `${head}\r\n`
}
