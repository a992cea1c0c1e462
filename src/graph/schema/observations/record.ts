/** Observations: the notes people write about a field. Never changed or deleted. */
import { builder, type Components } from '../builder.ts';
import { componentType, listOrEmpty, orNull, recordIds, shown } from '../field-builders.ts';
import { GeoPoint } from '../facts/geo-point.ts';
import { Fraction } from '../measures.ts';
import { openEnum } from '../open-enum.ts';

export const ObservationCategory = openEnum('ObservationCategory', 'Subject of an observation.', {
  general: 'Anything else.',
  growth_stage: 'Crop development.',
  pest: 'Insects, mites, nematodes, slugs, vertebrates.',
  disease: 'Fungi, bacteria, viruses.',
  weed: 'Plants that are not the crop.',
  nutrient: 'Deficiency or excess of a nutrient.',
  water: 'Drought, waterlogging, irrigation.',
  damage: 'Hail, frost, wind, machines, spray drift.',
  soil: 'Structure, crusting, erosion, cover.',
});

export const ObservationSeverity = openEnum('Severity', "Severity in the observer's judgement.", {
  none: 'Looked for and not found.',
  low: 'Present, no action needed.',
  moderate: 'Watch closely.',
  high: 'Action needed.',
  severe: 'Crop loss is certain.',
});

export const GrowthStageScale = openEnum('GrowthStageScale', 'Scales of crop development.', {
  bbch: 'BBCH (Meier 2018): a code of two digits. Some crops have three, the middle one for the mesostage (a division of the principal stage). The first digit is the principal stage.',
});

const GrowthStage = componentType('GrowthStage', 'Crop development: a scale and its code, such as BBCH 65.', {
  scale: [GrowthStageScale, 'The scale of `code`.'],
  code: ['String', 'Code in the scale, for example `65` for full flowering in BBCH.'],
});

const Organism = componentType('Organism', 'A pest, pathogen or weed.', {
  name: ['String', 'Common or scientific name.'],
  eppo_code: [orNull('String'), 'EPPO code (EPPO Global Database), for example `PUCCST`.'],
});

const ObservationPhoto = componentType('Photo', 'A picture of what was seen.', {
  href: ['String', 'Absolute http or https address, as the service sent it: do not render another scheme.'],
  media_type: [orNull('String'), 'Media type (RFC 6838).'],
  caption: [orNull('String'), 'Caption, plain text.'],
});

const ObservationAuthor = componentType('Author', 'Author of an observation, as signed.', {
  name: ['String', 'Name, plain text.'],
});

export const Observation = builder.objectRef<Components['Observation']>('Observation').implement({
  description:
    'A note that a person wrote about a field. Never changed or deleted. Not a Relay node: it cannot be read by its `id`.',
  fields: (t) => ({
    ...recordIds(t, 'obs'),
    ...shown(t, {
      text: [
        'String',
        'Plain text, 1 to 4,000 characters. Markup in it has no meaning: escape it before you put it into a page.',
      ],
      category: [ObservationCategory, 'Subject.'],
      title: [orNull('String'), 'A short heading, plain text.'],
      severity: [orNull(ObservationSeverity), 'How bad it is. `NONE`: looked for and not found. Null: not assessed.'],
      affected_area: [orNull(Fraction), 'Part of the field affected.'],
      growth_stage: [
        orNull(GrowthStage),
        'Crop development: a scale and its code, such as BBCH 65. Null if not stated.',
      ],
      organism: [orNull(Organism), 'The pest, pathogen or weed found.'],
      location: [orNull(GeoPoint), 'Place of the observation.'],
      photos: [listOrEmpty(ObservationPhoto), 'Pictures, at most 10; empty where there are none.'],
      tags: [listOrEmpty('String'), 'Free words, at most 20; empty where there are none.'],
      author: [orNull(ObservationAuthor), 'Author.'],
      observed_at: ['DateTime', 'When it was seen, UTC.'],
      created_at: ['DateTime', 'When the service stored it, UTC.'],
      live_mode: ['Boolean', 'False for an observation written with a test key.'],
    }),
  }),
});
