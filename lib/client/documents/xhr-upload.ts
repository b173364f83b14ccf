/** What comes back of a form that was sent. */
export interface UploadAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface UploadListener {
  /** Bytes of the whole form that have left, as the browser tells it. */
  readonly onSent: (sentBytes: number, totalBytes: number) => void
  readonly onAllSent: () => void
  readonly onFirstByte: () => void
}

export type SendForm = (
  path: string,
  form: FormData,
  listener: UploadListener & { readonly signal: AbortSignal },
) => Promise<UploadAnswer>

/**
 * Sends a form and tells how much of it has left: `fetch` reports no progress of what is sent.
 * @throws TypeError when no answer came; an AbortError when the signal was the reason
 */
export const sendForm: SendForm = (path, form, { onSent, onAllSent, onFirstByte, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.upload.addEventListener('progress', event => onSent(event.loaded, event.total))
    request.upload.addEventListener('load', onAllSent)
    request.addEventListener('readystatechange', () => {
      if (request.readyState === XMLHttpRequest.HEADERS_RECEIVED) onFirstByte()
    })
    request.addEventListener('load', () =>
      resolve({ status: request.status, headers: readHeaders(request), body: request.responseText }),
    )
    request.addEventListener('error', () => reject(new TypeError('the connection failed')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    request.open('POST', path)
    request.send(form)
  })

function readHeaders(request: XMLHttpRequest): Headers {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}
