/** Samples a second that speech engines expect. */
export const speechRate = 16_000

const lobes = 16
const passShare = 0.92

/**
 * Brings sound to 16 kHz as it comes: a windowed sinc that lets through what the new rate can hold, and only that.
 * One channel; samples are -1…1.
 */
export class Resampler {
  readonly #step: number
  readonly #reach: number
  readonly #cutoff: number
  #history = new Float32Array(0)
  /** Where the next sample lies in the input, counted from the first of `#history`. */
  #position = 0

  constructor(rate: number) {
    this.#step = rate / speechRate
    this.#cutoff = Math.min(1, 1 / this.#step) * passShare
    this.#reach = Math.ceil(lobes / this.#cutoff)
    // Before the first sample there is silence.
    this.#history = new Float32Array(this.#reach)
    this.#position = this.#reach
  }

  push(samples: Float32Array): Float32Array {
    if (this.#step === 1) return samples
    const input = new Float32Array(this.#history.length + samples.length)
    input.set(this.#history)
    input.set(samples, this.#history.length)
    const output: number[] = []
    for (; this.#position + this.#reach < input.length; this.#position += this.#step) {
      output.push(this.#sampleAt(input, this.#position))
    }
    const kept = Math.max(0, Math.floor(this.#position) - this.#reach)
    this.#history = input.slice(kept)
    this.#position -= kept
    return Float32Array.from(output)
  }

  /** What is left once the sound has ended. */
  end(): Float32Array {
    return this.#step === 1 ? new Float32Array(0) : this.push(new Float32Array(this.#reach))
  }

  #sampleAt(input: Float32Array, position: number): number {
    const centre = Math.floor(position)
    let sum = 0
    for (let at = centre - this.#reach + 1; at <= centre + this.#reach; at += 1) {
      sum += (input[at] ?? 0) * this.#weight(at - position)
    }
    return sum
  }

  #weight(distance: number): number {
    const x = distance * this.#cutoff
    if (Math.abs(x) >= lobes) return 0
    const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / lobes)
    return this.#cutoff * window * (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))
  }
}
