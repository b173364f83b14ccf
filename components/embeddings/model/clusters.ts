import type { Task } from './analysis/task.ts'
import type { UsableVectors } from './analysis/usable-vectors.ts'
import { gatherRows, type Matrix } from './analysis/matrix.ts'
import { partOf } from './analysis/part-of.ts'
import { seededRandom } from './analysis/seeded-random.ts'
import { takeStratifiedSample } from './analysis/stratified-sample.ts'
import { findNearest } from './neighbors.ts'

export interface ClusterInput {
  /** Number of clusters (1 to 50), or `auto`: the one of 2 to 12 with the best silhouette. */
  readonly k: number | 'auto'
  readonly seed: number
}

export interface Cluster {
  readonly id: number
  readonly size: number
  /** Up to three distinctive words of its texts, most distinctive first; may be empty. */
  readonly words: readonly string[]
  /** The row nearest to its centroid. */
  readonly centreRow: number
}

export interface ClusterResult {
  /** Cluster of each row, by `id`; -1 for a row without a usable vector. */
  readonly assignments: Int32Array
  /** Largest first; ids count from 0 in that order. */
  readonly clusters: readonly Cluster[]
  /**
   * Mean silhouette of a sample, -1 to 1: above about 0.5 clear clusters, near 0 none. NaN for one cluster.
   */
  readonly silhouette: number
}

/**
 * Clusters the rows by their vectors and names each cluster by its words.
 * @param textOf the text of a row
 * @throws Error when no row has a usable vector
 */
export function* findClusters(
  vectors: UsableVectors,
  groups: readonly (string | null)[],
  textOf: (row: number) => string,
  input: ClusterInput,
): Task<ClusterResult> {
  const { grouping, silhouette } = yield* chooseGrouping(vectors.unit, groups, input)
  const members = Array.from({ length: grouping.centroids.count }, (): number[] => [])
  grouping.assignments.forEach((centroid, position) => members[centroid]?.push(position))
  const ordered = members
    .filter(list => list.length > 0)
    .toSorted((one, other) => other.length - one.length || (one[0] ?? 0) - (other[0] ?? 0))

  const assignments = new Int32Array(vectors.positions.length).fill(-1)
  const rowOf = (position: number) => vectors.rows[position] ?? 0
  ordered.forEach((list, id) => {
    for (const position of list) assignments[rowOf(position)] = id
  })
  const distanceOf = (position: number) => grouping.distances[position] ?? Infinity
  const fromMiddle = ordered.map(list =>
    list.toSorted((one, other) => distanceOf(one) - distanceOf(other) || one - other),
  )
  const words = typicalWords(fromMiddle.map(list => list.map(position => textOf(rowOf(position)))))
  const clusters = ordered.map((list, id) => ({
    id,
    size: list.length,
    words: words[id] ?? [],
    centreRow: rowOf(fromMiddle[id]?.[0] ?? 0),
  }))
  return { assignments, clusters, silhouette }
}

const wordsPerCluster = 3
/** Score of a word from a single text in a cluster of about twenty; in larger clusters it is not a topic. */
const scoreMin = 0.05
/** Number of texts read per cluster; more hardly change the words. */
const textsPerCluster = 2_000

/**
 * Distinctive words of each cluster: those far more frequent in its texts than elsewhere (share of texts ×
 * log of the ratio of shares, a tf-idf over clusters). Generally common words score zero in any language.
 * @param texts per cluster, nearest to its centroid first: their words win ties
 * @returns per cluster up to three words, most distinctive first
 */
export function typicalWords(texts: readonly (readonly string[])[]): string[][] {
  const read = texts.map(list => evenly(list, textsPerCluster))
  const counts = read.map(countTexts)
  const total = read.reduce((sum, list) => sum + list.length, 0)
  const totals = new Map<string, number>()
  for (const count of counts) {
    for (const [word, texts] of count) totals.set(word, (totals.get(word) ?? 0) + texts)
  }

  return counts.map((count, cluster) => {
    const size = read[cluster]?.length ?? 0
    const scored = [...count].flatMap(([word, inside]) => {
      const outside = (totals.get(word) ?? 0) - inside
      const shareInside = inside / size
      const shareOutside = (outside + 1) / (total - size + 1)
      const score = shareInside * Math.log(shareInside / shareOutside)
      return score > scoreMin ? [{ word, score }] : []
    })
    return scored
      .toSorted((one, other) => other.score - one.score)
      .slice(0, wordsPerCluster)
      .map(({ word }) => word)
  })
}

/** Number of texts that contain each word. */
function countTexts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of topicWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

function topicWords(text: string): Set<string> {
  return new Set(readWords(text).filter(word => !functionWords.has(word.replaceAll('’', "'"))))
}

function evenly(list: readonly string[], size: number): readonly string[] {
  if (list.length <= size) return list
  return Array.from({ length: size }, (_, index) => list[Math.floor((index * list.length) / size)] ?? '')
}

const charactersMax = 2_000
// Longer tokens do not describe a topic: keys, URLs, a repeated letter.
const wordLengthMax = 40
// Scripts without spaces between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The words of a text in lower case, three to forty letters; from two in scripts without spaces. */
export function readWords(text: string): string[] {
  const lower = text.slice(0, charactersMax).toLowerCase()
  if (unspaced.test(lower)) {
    return Array.from(segmenter.segment(lower))
      .filter(({ segment, isWordLike }) => isWordLike === true && segment.length > 1)
      .map(({ segment }) => segment)
  }
  const words = lower.match(/\p{L}[\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}]{2,}/gu) ?? []
  return words.filter(word => word.length <= wordLengthMax)
}

/**
 * Stop words of three letters and more in the most likely languages. In a large set their even distribution
 * reveals them; among a few dozen texts, chance can make any of them look distinctive.
 */
const functionWords: ReadonlySet<string> = new Set(
  `about above after again all also always and any are aren't because been before being below between both but can
  can't cannot could did didn't does doesn't doing don't down during each even every few for from further get gets got
  had has hasn't have haven't having her here hers him his how i'd i'll i'm i've into isn't it's its just let like made
  make many may might more most much must never nor not now off once one only other our ours out over own please same
  shall she should since some still such than that that's the their them then there these they this those though through
  too two under until use very via was wasn't way were what what's when where whether which while who whom whose why will with
  within without won't would yet you your yours
  aber alle als auch auf aus bei bin bis bist damit dann das dass dein dem den der des die dies diese dieser dieses doch
  dort durch ein eine einem einen einer eines euch für hat hatte ich ihm ihn ihr ihre ist kann kein keine mein mich mir
  mit nach nicht noch nur oder ohne schon sehr sein seine sich sie sind über und uns unser unter vom von vor war waren
  warum was weil wenn wer werden wie wir wird wurde zum zur zwischen
  aux avec ces cette comme dans des donc elle elles est était été être fait ils leur leurs les lui mais mes moi mon
  nous ont par pas plus pour que quel quelle qui sans ses son sont sous sur tes ton tous tout très une vos votre vous
  algo como con cual cuando del desde donde dos ella ellas ellos era eran esa ese eso esta estas este esto estos está
  fue han hasta hay las los más mis muy nos para pero por porque qué ser sin sobre son sus también tiene todo todos una
  unas unos usted
  alla alle agli anche che chi come con così cui dal dalla dei del della delle degli dello dopo gli hanno loro nei nel
  nella nelle non nostra nostro per perché però più quale quando quello questa questi questo sei sia siamo sono suo sua
  suoi tra tutti tutto una uno`.split(/\s+/),
)

/** Rows used to compare numbers of clusters. */
const judgedRows = 800
/** Rows used to compute the final centroids. */
const refinedRows = 20_000
const clustersMax = 50
const autoMax = 12
/** Attempts with different initial centroids; the one with the clearest clusters wins. */
const tries = 3

interface ChosenGrouping {
  readonly grouping: Grouping
  readonly silhouette: number
}

/** Clusters all rows (of length 1), by a given number of clusters or one found on a stratified sample. */
function* chooseGrouping(
  matrix: Matrix,
  groups: readonly (string | null)[],
  { k, seed }: ClusterInput,
): Task<ChosenGrouping> {
  const positions = takeStratifiedSample(groups, judgedRows, seed)
  const judged = positions.length < matrix.count ? gatherRows(matrix, positions) : matrix
  const similarities = yield* partOf(pairwiseSimilarities(judged), 0, 0.2)
  const counts = countsToTry(k, judged.count)
  let best: ChosenGrouping | null = null
  for (const [index, count] of counts.entries()) {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const grouping: Grouping = yield* groupByKMeans(judged, count, seededRandom(seed + attempt))
      const silhouette = meanSilhouette(similarities, grouping.assignments, count)
      if (best === null || silhouette > best.silhouette) best = { grouping, silhouette }
    }
    yield 0.2 + (0.6 * (index + 1)) / counts.length
  }
  if (best === null) throw new Error('There is no vector to cluster.')
  if (judged === matrix) return best

  const refinedPositions = takeStratifiedSample(groups, refinedRows, seed)
  const refined = refinedPositions.length < matrix.count ? gatherRows(matrix, refinedPositions) : matrix
  const { centroids } = yield* partOf(refineGrouping(refined, best.grouping.centroids), 0.8, 0.95)
  const grouping = yield* partOf(assignRows(matrix, centroids), 0.95, 1)
  const sampled = positions.map(position => grouping.assignments[position] ?? 0)
  return { grouping, silhouette: meanSilhouette(similarities, sampled, centroids.count) }
}

function countsToTry(k: ClusterInput['k'], rows: number): number[] {
  if (rows === 0) return []
  if (k !== 'auto') return [Math.max(1, Math.min(Math.floor(k), clustersMax, rows))]
  // As many clusters as rows would be clear but meaningless.
  const most = Math.max(1, Math.min(autoMax, Math.floor(rows / 2)))
  return most === 1 ? [1] : Array.from({ length: most - 1 }, (_, index) => index + 2)
}

/**
 * Mean silhouette of all rows: how much closer they are to their own cluster than to the next, -1 to 1.
 * @param similarities cosine similarities, count × count
 * @param assignments cluster of each row, 0 to k − 1
 * @returns NaN when all rows are in one cluster
 */
export function meanSilhouette(similarities: Float32Array, assignments: Int32Array, k: number): number {
  const count = assignments.length
  const sizes = new Int32Array(k)
  for (const cluster of assignments) sizes[cluster] = (sizes[cluster] ?? 0) + 1
  if (sizes.filter(size => size > 0).length < 2) return NaN

  let total = 0
  const sums = new Float64Array(k)
  for (let row = 0; row < count; row += 1) {
    sums.fill(0)
    for (let other = 0; other < count; other += 1) {
      const cluster = assignments[other] ?? 0
      sums[cluster] = (sums[cluster] ?? 0) + 1 - (similarities[row * count + other] ?? 0)
    }
    total += silhouetteOf(assignments[row] ?? 0, sums, sizes)
  }
  return total / count
}

function silhouetteOf(own: number, sums: Float64Array, sizes: Int32Array): number {
  const ownSize = sizes[own] ?? 0
  // A cluster of one has no cohesion to measure.
  if (ownSize < 2) return 0
  const within = (sums[own] ?? 0) / (ownSize - 1)
  let next = Infinity
  sums.forEach((sum, cluster) => {
    const size = sizes[cluster] ?? 0
    if (cluster !== own && size > 0) next = Math.min(next, sum / size)
  })
  const larger = Math.max(within, next)
  return larger > 0 ? (next - within) / larger : 0
}

interface Grouping {
  /** k × dimensions, each of length 1. */
  readonly centroids: Matrix
  /** Centroid of each row. */
  readonly assignments: Int32Array
  /** Cosine distance of each row to its centroid. */
  readonly distances: Float32Array
}

const roundsMax = 30

/**
 * Clusters rows of length 1 around k centroids by cosine (k-means); deterministic for the same random
 * numbers.
 */
function* groupByKMeans(matrix: Matrix, k: number, random: () => number): Task<Grouping> {
  return yield* refineGrouping(matrix, seedCentroids(matrix, k, random))
}

/** Updates centroids until no row changes its assignment. */
function* refineGrouping(matrix: Matrix, start: Matrix): Task<Grouping> {
  let grouping = yield* assignRows(matrix, start)
  for (let round = 0; round < roundsMax; round += 1) {
    const next = yield* assignRows(matrix, moveCentroids(matrix, grouping))
    const settled = next.assignments.every((centroid, row) => centroid === grouping.assignments[row])
    grouping = next
    yield round / roundsMax
    if (settled) break
  }
  return grouping
}

/** Assigns each row to its nearest centroid. */
function* assignRows(matrix: Matrix, centroids: Matrix): Task<Grouping> {
  const { indices, distances } = yield* findNearest({ base: centroids, queries: matrix, k: 1, own: null })
  return { centroids, assignments: indices, distances }
}

function moveCentroids(matrix: Matrix, { centroids, assignments, distances }: Grouping): Matrix {
  const { values, count, dimensions } = matrix
  const sums = new Float64Array(centroids.values.length)
  const sizes = new Int32Array(centroids.count)
  for (let row = 0; row < count; row += 1) {
    const centroid = assignments[row] ?? 0
    const to = centroid * dimensions
    const from = row * dimensions
    sizes[centroid] = (sizes[centroid] ?? 0) + 1
    for (let at = 0; at < dimensions; at += 1) sums[to + at] = (sums[to + at] ?? 0) + (values[from + at] ?? 0)
  }
  const farthest = rowsByDistance(distances)
  const moved = new Float32Array(sums.length)
  for (let centroid = 0; centroid < centroids.count; centroid += 1) {
    const start = centroid * dimensions
    const sum = sums.subarray(start, start + dimensions)
    const length = Math.hypot(...sum)
    if ((sizes[centroid] ?? 0) > 0 && length > 1e-9) {
      moved.set(
        sum.map(value => value / length),
        start,
      )
      continue
    }
    // An empty centroid restarts at the row with the largest distance.
    const row = farthest.next().value ?? 0
    moved.set(values.subarray(row * dimensions, (row + 1) * dimensions), start)
  }
  return { values: moved, count: centroids.count, dimensions }
}

function* rowsByDistance(distances: Float32Array): Generator<number, undefined, void> {
  const rows = Int32Array.from(distances, (_, row) => row)
  rows.sort((one, other) => (distances[other] ?? 0) - (distances[one] ?? 0) || one - other)
  yield* rows
}

/**
 * Initial centroids by k-means++: each is a row, chosen with a probability that grows with its distance from
 * the previous ones.
 */
function seedCentroids(matrix: Matrix, k: number, random: () => number): Matrix {
  const chosen = [Math.floor(random() * matrix.count)]
  const nearest = new Float64Array(matrix.count).fill(Infinity)
  while (chosen.length < k) {
    shorten(nearest, matrix, chosen.at(-1) ?? 0)
    chosen.push(drawRow(nearest, random))
  }
  return gatherRows(matrix, chosen)
}

function shorten(nearest: Float64Array, { values, count, dimensions }: Matrix, chosen: number): void {
  const from = chosen * dimensions
  for (let row = 0; row < count; row += 1) {
    const start = row * dimensions
    let product = 0
    for (let at = 0; at < dimensions; at += 1) product += (values[start + at] ?? 0) * (values[from + at] ?? 0)
    nearest[row] = Math.min(nearest[row] ?? 0, Math.max(0, 1 - product))
  }
}

/** A random row, weighted by its cosine distance (half the squared Euclidean one). */
function drawRow(weights: Float64Array, random: () => number): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0)
  for (let row = 0; row < weights.length; row += 1) {
    left -= weights[row] ?? 0
    if (left < 0) return row
  }
  return Math.floor(random() * weights.length)
}

/** Cosine similarities of all pairs of rows of length 1: count × count, symmetric, 1 on the diagonal. */
export function* pairwiseSimilarities({
  values,
  count,
  dimensions,
}: Matrix): Task<Float32Array<ArrayBuffer>> {
  const similarities = new Float32Array(count * count)
  for (let row = 0; row < count; row += 1) {
    similarities[row * count + row] = 1
    for (let other = row + 1; other < count; other += 1) {
      const value = Math.min(1, Math.max(-1, dotRows(values, row, other, dimensions)))
      similarities[row * count + other] = value
      similarities[other * count + row] = value
    }
    if (row % 16 === 15) yield 1 - (1 - row / count) ** 2
  }
  return similarities
}

function dotRows(values: Float32Array, one: number, other: number, dimensions: number): number {
  const from = one * dimensions
  const shift = (other - one) * dimensions
  let sum = 0
  for (let at = from; at < from + dimensions; at += 1) sum += (values[at] ?? 0) * (values[at + shift] ?? 0)
  return sum
}
