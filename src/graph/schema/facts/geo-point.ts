/** A place on Earth. */
import { resolvers } from '../../../executor/resolvers.ts';
import { refuseValue } from '../../errors/gateway-error.ts';
import { builder, type Components } from '../builder.ts';

export const GeoPoint = builder.objectRef<Components['GeoPoint']>('GeoPoint').implement({
  description: 'A place, WGS 84 (GeoJSON Point, RFC 7946).',
  fields: (t) => ({
    longitude: t.float({
      nullable: false,
      description: 'Degrees east, -180 to 180.',
      resolve: resolvers.item('coordinates', 0, refuseValue),
    }),
    latitude: t.float({
      nullable: false,
      description: 'Degrees north, -90 to 90.',
      resolve: resolvers.item('coordinates', 1, refuseValue),
    }),
  }),
});
