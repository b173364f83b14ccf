/**
 * Sends one job to a worker that was started for it, and ends the worker with it.
 * @param toResult null for messages before the result, such as progress
 * @throws the abort reason of `signal`; an Error when the worker failed, without a message if it was not loaded
 */
export async function askWorker<Message, Result>(
  worker: Worker,
  job: unknown,
  toResult: (message: Message) => Result | null,
  signal?: AbortSignal,
): Promise<Result> {
  const ended = Promise.withResolvers<Result>()
  const leave = () => ended.reject(signal?.reason)
  worker.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const result = toResult(data)
    if (result !== null) ended.resolve(result)
  })
  worker.addEventListener('error', ({ message }) => ended.reject(new Error(message)))
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  worker.postMessage(job)
  try {
    return await ended.promise
  } finally {
    worker.terminate()
    signal?.removeEventListener('abort', leave)
  }
}
