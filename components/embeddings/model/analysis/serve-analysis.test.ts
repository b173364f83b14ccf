import { describe, expect, test } from 'vitest'
import { textRows, topicRows, vectorSet } from '#components/embeddings/model/__fixtures__/vector-sets.ts'
import { umapDefaults } from '#components/embeddings/model/projection/umap-layout.ts'
import { type Analysis, createAnalysis } from './create-analysis.ts'
import { serveAnalysis } from './serve-analysis.ts'

describe('the analysis', () => {
  test('results match their operations, also with several at once', async () => {
    const analysis = start()
    await analysis.run('rows', { rows: textRows(['a', 'b', 'c'], ['x', null, 'y']) })
    const loaded = await analysis.run('load', {
      set: 'one',
      vectors: vectorSet([[2, 0], [1, 1], null]),
    })

    const [near, asked, similarity] = await Promise.all([
      analysis.run('neighbours', { set: 'one', row: 0, k: 5, metric: 'euclidean' }),
      analysis.run('nearest', { set: 'one', vector: Float32Array.of(0, 1), k: 1, metric: 'cosine' }),
      analysis.run('similarity', { set: 'one', rows: [0, 1, 2] }),
    ])

    expect(loaded).toEqual({ usable: 2 })
    expect(near).toEqual([{ index: 1, distance: expect.closeTo(Math.SQRT2, 5) }])
    expect(asked.map(({ index }) => index)).toEqual([1])
    expect(similarity.rows).toEqual([0, 1])
  })

  test('a row without a vector has no neighbors', async () => {
    const analysis = start()
    await analysis.run('load', { set: 'one', vectors: vectorSet([[1, 0], null]) })

    expect(await analysis.run('neighbours', { set: 'one', row: 1, k: 5, metric: 'cosine' })).toEqual([])
  })

  test('a failed operation gives an error with a reason, and the next one succeeds', async () => {
    const analysis = start()
    await analysis.run('load', { set: 'gone', vectors: vectorSet([[1]]) })
    await analysis.run('unload', { set: 'gone' })

    await expect(analysis.run('pca', { set: 'gone' })).rejects.toThrow('There are no vectors named gone.')
    expect(await analysis.run('load', { set: 'one', vectors: vectorSet([[1]]) })).toEqual({ usable: 1 })
  })

  test('a long layout reports progress, lets a short operation run in between, and stops when aborted', async () => {
    const analysis = start()
    const controller = new AbortController()
    await analysis.run('load', { set: 'one', vectors: vectorSet(topicRows(5, 200, 32)) })

    const shares: number[] = []
    const ended: string[] = []
    const layout = analysis
      .run(
        'umap',
        { set: 'one', ...umapDefaults },
        {
          signal: controller.signal,
          onProgress: share => {
            shares.push(share)
            if (share > 0.4) controller.abort(new Error('enough'))
          },
        },
      )
      .finally(() => ended.push('layout'))
    const question = analysis
      .run('neighbours', { set: 'one', row: 0, k: 3, metric: 'cosine' })
      .finally(() => ended.push('question'))

    await expect(layout).rejects.toThrow('enough')
    expect(await question).toHaveLength(3)
    expect(ended).toEqual(['question', 'layout'])
    expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  })

  test('nothing is sent with an already aborted signal', async () => {
    const analysis = start()

    await expect(
      analysis.run('pca', { set: 'one' }, { signal: AbortSignal.abort(new Error('left')) }),
    ).rejects.toThrow('left')
  })

  test('closing rejects pending operations, and a closed or failed worker rejects new ones', async () => {
    const analysis = start()
    const waiting = analysis.run('pca', { set: 'one' })
    analysis.close()

    await expect(waiting).rejects.toThrow('The analysis was closed.')
    await expect(analysis.run('pca', { set: 'one' })).rejects.toThrow('The analysis was closed.')
  })

  test('a failing worker rejects pending operations with its reason', async () => {
    let die = (_reason: string) => {}
    const analysis = createAnalysis({
      post: () => {},
      listen: (_onReply, onDeath) => {
        die = onDeath
      },
      end: () => {},
    })
    const waiting = analysis.run('pca', { set: 'one' })
    die('Out of memory.')

    await expect(waiting).rejects.toThrow('Out of memory.')
  })
})

/** Both sides connected by real messages, as between a page and its worker. */
function start(): Analysis {
  const { port1, port2 } = new MessageChannel()
  const answer = serveAnalysis(reply => port2.postMessage(reply))
  port2.onmessage = ({ data }) => answer(data)
  return createAnalysis({
    post: request => port1.postMessage(request),
    listen: onReply => {
      port1.onmessage = ({ data }) => onReply(data)
    },
    end: () => port1.close(),
  })
}
