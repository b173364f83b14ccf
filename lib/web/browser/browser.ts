import type { Page, PageRequest } from '#lib/web/fetch/page.ts'

export interface RenderRequest extends PageRequest {
  /** Milliseconds to wait for scripts after the page has loaded. */
  readonly waitMs: number
  readonly screenshot: boolean
}

export interface RenderedPage {
  readonly page: Page
  /** A PNG image; null if none was requested. */
  readonly screenshot: Buffer | null
}

/** A real browser that runs page scripts. All of its connections pass the address guard. */
export interface Browser {
  /** @throws ApiError like a page fetch */
  render(request: RenderRequest): Promise<RenderedPage>
}
