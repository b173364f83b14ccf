import type { Browser as Chromium } from 'playwright'
import type { SafeFetchSettings } from '#lib/engines/web/safe-fetch.ts'
import { ApiError } from '#lib/errors.ts'
import type { Browser } from './browser.ts'
import { renderPage } from './render-page.ts'

const idleMs = 60_000
const visitsMax = 2

export interface BrowserSettings extends SafeFetchSettings {
  /** The program, such as `/usr/bin/chromium`. */
  readonly executablePath: string
}

/** A Chromium that is started for the first page, visits two at a time, and is stopped a minute after the last. */
export function createBrowser(settings: BrowserSettings): Browser & AsyncDisposable {
  let starting: Promise<Chromium> | null = null
  let visits = 0
  let idle: NodeJS.Timeout | null = null
  const waiting: (() => void)[] = []

  async function take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (idle !== null) clearTimeout(idle)
    if (visits < visitsMax) return void visits++
    await new Promise<void>((resolve, reject) => {
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(onTurn), 1)
        reject(signal.reason as Error)
      }
      waiting.push(onTurn)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  function giveBack(): void {
    const next = waiting.shift()
    if (next !== undefined) return next()
    visits--
    if (visits === 0) idle = setTimeout(() => void stop(), idleMs).unref()
  }

  async function stop(): Promise<void> {
    const running = starting
    starting = null
    await (await running?.catch(() => null))?.close()
  }

  async function running(): Promise<Chromium> {
    const browser = await (starting ??= launch(settings.executablePath)).catch((cause: unknown) => {
      starting = null
      const message = "The server's browser could not be started. The operator can check CHROMIUM_PATH."
      throw new ApiError('fetch_failed', message, { cause })
    })
    if (browser.isConnected()) return browser
    starting = null
    return await running()
  }

  return {
    async render(request) {
      await take(request.signal)
      try {
        return await renderPage(await running(), request, settings)
      } finally {
        giveBack()
      }
    },
    async [Symbol.asyncDispose]() {
      if (idle !== null) clearTimeout(idle)
      await stop()
    },
  }
}

async function launch(executablePath: string): Promise<Chromium> {
  const { chromium } = await import('playwright')
  return await chromium.launch({
    executablePath,
    // Chromium refuses its sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--dns-prefetch-disable',
      // The proxy looks names up; the browser itself never does, and never sends past the proxy.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
  })
}
