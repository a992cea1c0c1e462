/** Observations: the notes people write about a field. Never changed or deleted. */
import type { components } from '../../../contract/openapi.ts';
import { resolvers } from '../../../executor/resolvers.ts';
import { builder } from '../builder.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { graphId, listOrEmpty, quantity } from '../field-builders.ts';
import { Fraction } from '../measures.ts';
import { openEnum } from '../open-enum.ts';

type Schemas = components['schemas'];

export const ObservationCategory = openEnum<Schemas['ObservationCategory']>(
  'ObservationCategory',
  'Subject of an observation.',
  {
    general: 'Anything else.',
    growth_stage: 'How far the crop is.',
    pest: 'Insects, mites, nematodes, slugs, vertebrates.',
    disease: 'Fungi, bacteria, viruses.',
    weed: 'Plants that are not the crop.',
    nutrient: 'Deficiency or excess of a nutrient.',
    water: 'Drought, waterlogging, irrigation.',
    damage: 'Hail, frost, wind, machines, spray drift.',
    soil: 'Structure, crusting, erosion, cover.',
  },
);

export const ObservationSeverity = openEnum<Schemas['Severity']>(
  'ObservationSeverity',
  "Severity in the observer's judgement.",
  {
    none: 'Looked for and not found.',
    low: 'Present, no action needed.',
    moderate: 'Watch closely.',
    high: 'Action needed.',
    severe: 'Crop loss is certain.',
  },
);

export const GrowthStageScale = openEnum<Schemas['GrowthStageScale']>(
  'GrowthStageScale',
  'Scales of crop development.',
  {
    bbch: 'BBCH (Meier 2018): a code of two digits, or three for crops with mesostages. The first is the principal stage.',
  },
);

const GrowthStage = builder.objectRef<Schemas['GrowthStage']>('GrowthStage').implement({
  description: 'How far the crop is.',
  fields: (t) => ({
    scale: t.expose('scale', { type: GrowthStageScale, nullable: false, description: 'The scale of `code`.' }),
    code: t.exposeString('code', {
      nullable: false,
      description: 'Code in the scale, for example `65` for full flowering in BBCH.',
    }),
  }),
});

const Organism = builder.objectRef<Schemas['Organism']>('Organism').implement({
  description: 'A pest, pathogen or weed.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Common or scientific name.' }),
    eppoCode: t.exposeString('eppo_code', {
      nullable: true,
      description: 'EPPO code (EPPO Global Database), for example `PUCCST`.',
    }),
  }),
});

const GeoPoint = builder.objectRef<Schemas['GeoPoint']>('GeoPoint').implement({
  description: 'A place, WGS 84 (GeoJSON Point, RFC 7946).',
  fields: (t) => ({
    longitude: t.float({
      nullable: false,
      description: 'Degrees east, -180 to 180.',
      resolve: resolvers.item('coordinates', 0, refuse),
    }),
    latitude: t.float({
      nullable: false,
      description: 'Degrees north, -90 to 90.',
      resolve: resolvers.item('coordinates', 1, refuse),
    }),
  }),
});

function refuse(): never {
  throw new GatewayError('UPSTREAM_ERROR');
}

const ObservationPhoto = builder.objectRef<Schemas['Photo']>('ObservationPhoto').implement({
  extensions: { shows: ['Photo'] },
  description: 'A picture of what was seen.',
  fields: (t) => ({
    href: t.exposeString('href', { nullable: false, description: 'Absolute http or https address.' }),
    mediaType: t.exposeString('media_type', { nullable: true, description: 'Media type (RFC 6838).' }),
    caption: t.exposeString('caption', { nullable: true, description: 'Caption, plain text.' }),
  }),
});

const ObservationAuthor = builder.objectRef<Schemas['Author']>('ObservationAuthor').implement({
  extensions: { shows: ['Author'] },
  description: 'Author of an observation, as signed.',
  fields: (t) => ({ name: t.exposeString('name', { nullable: false, description: 'Name, plain text.' }) }),
});

export const Observation = builder.objectRef<Schemas['Observation']>('Observation').implement({
  description:
    'A note that a person wrote about a field. Never changed or deleted. Not a Relay node: it cannot be read by its `id`.',
  fields: (t) => ({
    id: graphId(t, 'obs'),
    recordId: t.exposeID('id', {
      nullable: false,
      description: 'Id of the service, `obs_…`, unique within the field only.',
    }),
    text: t.exposeString('text', {
      nullable: false,
      description: 'Plain text, never markup, 1 to 4,000 characters.',
    }),
    category: t.expose('category', { type: ObservationCategory, nullable: false, description: 'Subject.' }),
    title: t.exposeString('title', { nullable: true, description: 'A short heading, plain text.' }),
    severity: t.expose('severity', { type: ObservationSeverity, nullable: true, description: 'How bad it is.' }),
    affectedArea: quantity(t, Fraction, 'affected_area', 'Part of the field affected.'),
    growthStage: t.expose('growth_stage', { type: GrowthStage, nullable: true, description: 'How far the crop was.' }),
    organism: t.expose('organism', {
      type: Organism,
      nullable: true,
      description: 'The pest, pathogen or weed found.',
    }),
    location: t.expose('location', { type: GeoPoint, nullable: true, description: 'Place of the observation.' }),
    photos: listOrEmpty(t, ObservationPhoto, 'photos', 'Pictures, at most 10; empty where there are none.'),
    tags: listOrEmpty(t, 'String', 'tags', 'Free words, at most 20; empty where there are none.'),
    author: t.expose('author', { type: ObservationAuthor, nullable: true, description: 'Author.' }),
    observedAt: t.expose('observed_at', { type: 'DateTime', nullable: false, description: 'When it was seen, UTC.' }),
    createdAt: t.expose('created_at', {
      type: 'DateTime',
      nullable: false,
      description: 'When the service stored it, UTC.',
    }),
    liveMode: t.exposeBoolean('live_mode', {
      nullable: false,
      description: 'False for an observation written with a test key.',
    }),
  }),
});
