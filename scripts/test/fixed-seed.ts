import fc from 'fast-check'

// Fixed so that a rare counterexample does not fail an unrelated change; edit it to try other values.
fc.configureGlobal({ seed: 20_261_121 })
