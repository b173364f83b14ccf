import type { Browser as Chromium, BrowserContextOptions, Page as Tab, Response } from 'playwright'
import type { SafeFetchSettings } from '#lib/web/fetch/safe-fetch.ts'
import { urlNotAllowed } from '#lib/web/fetch/address-refusal.ts'
import { ApiError } from '#lib/errors.ts'
import type { Browser, RenderedPage, RenderRequest } from './browser.ts'
import { findKind } from '#lib/web/fetch/page-kind.ts'
import { type GuardedProxy, startGuardedProxy } from './guarded-proxy.ts'
import { Semaphore } from '#lib/semaphore.ts'
import { untilAborted } from '#lib/until-aborted.ts'

const idleMs = 60_000
const visitsMax = 2

export interface BrowserSettings extends SafeFetchSettings {
  /** Path of the executable, such as `/usr/bin/chromium`. */
  readonly executablePath: string
}

/** A Chromium that starts for the first page, renders two at a time, and stops a minute after the last. */
export function createBrowser(settings: BrowserSettings): Browser & AsyncDisposable {
  let starting: Promise<Chromium> | null = null
  let idle: NodeJS.Timeout | undefined
  const semaphore = new Semaphore({ atOnce: visitsMax })

  async function stop(): Promise<void> {
    const running = starting
    starting = null
    await (await running?.catch(() => null))?.close()
  }

  async function running(): Promise<Chromium> {
    const browser = await (starting ??= launch(settings.executablePath)).catch((cause: unknown) => {
      starting = null
      const message = "The server's browser could not be started. Ask the operator to check CHROMIUM_PATH."
      throw new ApiError('fetch_failed', message, { cause })
    })
    if (browser.isConnected()) return browser
    starting = null
    return await running()
  }

  return {
    async render(request) {
      clearTimeout(idle)
      try {
        return await semaphore.run(
          async () => await renderPage(await untilAborted(running(), request.signal), request, settings),
          request.signal,
        )
      } finally {
        clearTimeout(idle)
        if (semaphore.idle) idle = setTimeout(() => void stop(), idleMs).unref()
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      await stop()
    },
  }
}

async function launch(executablePath: string): Promise<Chromium> {
  const { chromium } = await import('playwright')
  return await chromium.launch({
    executablePath,
    // Chromium does not run its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-quic',
      '--dns-prefetch-disable',
      // The proxy resolves names; the browser itself never does, and never bypasses the proxy.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
  })
}

const calmMs = 3000
const charsMax = 10 * 1024 * 1024
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; compatible; Sextant/0.1) Chrome Safari/537.36'
const mobileAgent =
  'Mozilla/5.0 (Linux; Android 15; Mobile; compatible; Sextant/0.1) Chrome Mobile Safari/537.36'

/**
 * Renders a page with its own profile and proxy, and reads the resulting DOM.
 * @throws ApiError like a page fetch
 */
async function renderPage(
  browser: Chromium,
  request: RenderRequest,
  settings: SafeFetchSettings,
): Promise<RenderedPage> {
  const leave = (): void => void context.close().catch(() => undefined)
  await using proxy = await startGuardedProxy(settings, () => leave())
  const refusal = proxy.findRefusal(request.url)
  if (refusal !== null) throw urlNotAllowed(refusal.brokenRule, { param: request.param })
  const context = await browser.newContext({
    ...deviceOf(request),
    // By default Chromium bypasses proxies for loopback.
    proxy: { server: proxy.address, bypass: '<-loopback>' },
    ignoreHTTPSErrors: request.skipTlsVerification,
    acceptDownloads: false,
    serviceWorkers: 'block',
  })
  request.signal.addEventListener('abort', leave)
  try {
    request.signal.throwIfAborted()
    // In a context that is closed meanwhile, it never ends.
    const tab = await untilAborted(context.newPage(), request.signal)
    await sendHeaders(tab, request)
    return await visit(tab, request, proxy)
  } catch (error) {
    if (request.signal.aborted) throw request.signal.reason
    throw error
  } finally {
    request.signal.removeEventListener('abort', leave)
    await context.close()
  }
}

function deviceOf({ mobile }: RenderRequest): BrowserContextOptions {
  if (!mobile) return { userAgent, viewport: { width: 1280, height: 800 } }
  return { userAgent: mobileAgent, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
}

/** The caller's headers are for the requested page only, not for other sites it loads from. */
async function sendHeaders(tab: Tab, { url, headers }: RenderRequest): Promise<void> {
  if (Object.keys(headers).length === 0) return
  const { origin } = new URL(url)
  await tab.route('**/*', async route => {
    const asked = route.request()
    const own = URL.parse(asked.url())?.origin === origin
    await route.continue(own ? { headers: { ...asked.headers(), ...headers } } : {})
  })
}

async function visit(tab: Tab, request: RenderRequest, proxy: GuardedProxy): Promise<RenderedPage> {
  let address = request.url
  let response: Response | null = null
  tab.on('request', asked => {
    if (asked.isNavigationRequest() && asked.frame() === tab.mainFrame()) address = asked.url()
  })
  tab.on('response', answer => {
    if (answer.request().isNavigationRequest() && answer.frame() === tab.mainFrame()) response = answer
  })
  try {
    await tab.goto(request.url, { timeout: request.timeoutMs, waitUntil: 'load' })
    if (request.waitMs > 0) await tab.waitForTimeout(request.waitMs)
    else await tab.waitForLoadState('networkidle', { timeout: calmMs }).catch(() => undefined)
  } catch (error) {
    throw toVisitError(error, response, address, request, proxy)
  }
  throwIfStopped(address, request, proxy)
  if (response === null) throw new ApiError('fetch_failed', 'The URL could not be fetched.', request)
  return await readPage(tab, response, request)
}

async function readPage(tab: Tab, response: Response, request: RenderRequest): Promise<RenderedPage> {
  const contentType = response.headers()['content-type'] ?? 'text/html'
  const kind = findKind(contentType, Buffer.from('a'))
  if (kind === 'pdf' || kind === 'other') throw unreadable(contentType, request)
  const text = kind === 'html' ? await tab.content() : await response.text()
  if (text.length > charsMax) {
    throw new ApiError('fetch_failed', `The page exceeds ${charsMax} characters.`, request)
  }
  const screenshot = request.screenshot
    ? await tab.screenshot({ type: 'png', timeout: request.timeoutMs })
    : null
  return { page: { url: tab.url(), status: response.status(), contentType, kind, text }, screenshot }
}

function toVisitError(
  cause: unknown,
  response: Response | null,
  address: string,
  request: RenderRequest,
  proxy: GuardedProxy,
): unknown {
  if (request.signal.aborted) return cause
  throwIfStopped(address, request, proxy)
  const { param } = request
  // Redirected to another scheme than http.
  if (cause instanceof Error && cause.message.includes('ERR_UNSAFE_REDIRECT'))
    return urlNotAllowed(null, { param })
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return new ApiError('fetch_timeout', 'The URL did not respond in time.', { param, cause })
  }
  // A download is not a page.
  if (response !== null) return unreadable(response.headers()['content-type'] ?? '', request)
  return new ApiError('fetch_failed', 'The URL could not be fetched.', { param, cause })
}

function throwIfStopped(address: string, { param }: RenderRequest, proxy: GuardedProxy): void {
  const failure = proxy.failureOf(URL.parse(address)?.origin ?? '')
  if (failure === 'refused') throw urlNotAllowed(null, { param })
  if (failure === 'failed') throw new ApiError('fetch_failed', 'The URL could not be fetched.', { param })
  if (proxy.exhausted) throw new ApiError('fetch_failed', 'The page loads more than 50 MB.', { param })
}

function unreadable(type: string, { param }: RenderRequest): ApiError {
  const message = `The content type \`${type.slice(0, 100)}\` is not supported. Supported: web pages, JSON, XML and text.`
  return new ApiError('unsupported_content_type', message, { param })
}
