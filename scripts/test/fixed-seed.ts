import fc from 'fast-check'

// A rare counterexample must not stop somebody else's change: the same values each time, others by changing this.
fc.configureGlobal({ seed: 20_261_121 })
