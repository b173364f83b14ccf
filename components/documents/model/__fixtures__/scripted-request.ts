/** The browser's XMLHttpRequest as far as an upload uses it: the test controls the network. */
export class ScriptedRequest extends EventTarget {
  static readonly HEADERS_RECEIVED = 2
  static last: ScriptedRequest | null = null
  readonly upload = new EventTarget()
  readyState = 0
  status = 0
  responseText = ''
  opened: readonly [method: string, path: string] | null = null
  sent: FormData | null = null
  aborted = false
  private headers = ''

  constructor() {
    super()
    ScriptedRequest.last = this
  }

  open(method: string, path: string): void {
    this.opened = [method, path]
  }

  send(form: FormData): void {
    this.sent = form
  }

  abort(): void {
    this.aborted = true
    this.endAs('abort')
  }

  getAllResponseHeaders(): string {
    return this.headers
  }

  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }

  allSent(): void {
    this.upload.dispatchEvent(new Event('load'))
  }

  answer(status: number, headers: string, body: string): void {
    this.readyState = ScriptedRequest.HEADERS_RECEIVED
    this.dispatchEvent(new Event('readystatechange'))
    this.readyState = 4
    this.dispatchEvent(new Event('readystatechange'))
    this.status = status
    this.headers = headers
    this.responseText = body
    this.endAs('load')
  }

  endAs(type: 'load' | 'error' | 'abort'): void {
    this.dispatchEvent(new Event(type))
    this.dispatchEvent(new Event('loadend'))
  }
}
