import type { Target } from '#lib/engines/target.ts'
import type { SpeechModel } from './speech-model.ts'

export type SpeechTarget = Target<SpeechModel>
