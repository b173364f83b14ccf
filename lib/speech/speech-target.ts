import type { Target } from '#lib/providers/registry/target.ts'
import type { SpeechModel } from './speech-model.ts'

export type SpeechTarget = Target<SpeechModel>
