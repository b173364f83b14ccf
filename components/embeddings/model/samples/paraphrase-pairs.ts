import { toTextRows } from './to-text-rows.ts'

/** Twenty pairs of paraphrases with few words in common. */
export const paraphrasePairs = toTextRows({
  'boiling point': [
    'Water boils at a lower temperature high up in the mountains.',
    'The higher the altitude, the sooner water starts to boil.',
  ],
  'lost password': [
    'How can I get back into my account after forgetting the password?',
    'I no longer remember my login secret and need to reset it.',
  ],
  'broken parcel': [
    'The box arrived crushed and the vase inside was in pieces.',
    'My delivery was damaged in transit; the china is shattered.',
  ],
  'morning run': [
    'She jogs five kilometres through the park before breakfast.',
    'Every dawn she goes running among the trees, then eats.',
  ],
  'interest rate': [
    'The central bank raised its key interest rate by a quarter point.',
    'Borrowing gets dearer as monetary policy is tightened by 25 basis points.',
  ],
  'flu vaccine': [
    'Doctors advise older people to be vaccinated against influenza each autumn.',
    'Seniors should get their yearly flu shot before winter, physicians say.',
  ],
  'delayed train': [
    'Our train left forty minutes late because of a signal failure.',
    'A fault in the signalling held up our rail departure by two thirds of an hour.',
  ],
  'bread dough': [
    'Let the dough rise in a warm place until it has doubled in size.',
    'Leave the bread mixture to prove somewhere cosy till it is twice as big.',
  ],
  'bee decline': [
    'Pesticides are thought to be one reason why bees are disappearing.',
    'Agricultural chemicals may explain the dwindling number of pollinating insects.',
  ],
  'rent increase': [
    'The landlord wants two hundred euros more each month for the flat.',
    'Our apartment is about to cost us an extra €200 in monthly rent.',
  ],
  'moon landing': [
    'In 1969 two astronauts walked on the surface of the Moon.',
    'Armstrong and Aldrin were the first humans to set foot on our lunar neighbour.',
  ],
  'phone battery': [
    'My phone has to be charged three times a day since the update.',
    'After installing the new version, the handset runs out of power within hours.',
  ],
  'chess opening': [
    'Moving the king’s pawn two squares is the most popular first move in chess.',
    'Most chess games begin with the pawn in front of the king going to e4.',
  ],
  'coral reef': [
    'Warmer seas make corals lose their colour and die.',
    'Reefs are bleaching because the ocean is heating up.',
  ],
  'job interview': [
    'He wore a suit and rehearsed his answers before meeting the employer.',
    'Ahead of talking to the hiring manager, he practised and dressed formally.',
  ],
  'car tyres': [
    'Fit winter tyres before the first snow falls.',
    'Put the cold-season wheels on your car ahead of icy weather.',
  ],
  'string quartet': [
    'The quartet was written for two violins, a viola and a cello.',
    'Four bowed instruments play this piece of chamber music.',
  ],
  'tax return': [
    'The deadline for filing the income tax return is the end of July.',
    'You must hand in your declaration to the revenue office by 31 July.',
  ],
  'cat behaviour': [
    'My cat hides under the bed whenever visitors come.',
    'As soon as guests ring, the kitten disappears beneath the mattress.',
  ],
  'code review': [
    'Every change to the source code has to be reviewed by two programmers.',
    'Two developers must look over a pull request before it is merged.',
  ],
})
