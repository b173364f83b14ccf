import 'server-only'

/** A file written while it is downloaded; canceling the download stops the writing. */
export function toDownload(
  parts: AsyncGenerator<string>,
  { name, type }: { name: string; type: string },
): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = await parts.next()
      if (part.done) return controller.close()
      controller.enqueue(encoder.encode(part.value))
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    },
  })
}
