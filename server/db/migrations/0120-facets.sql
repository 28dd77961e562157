-- What titles have in common: who wrote them, who reads them aloud, what they are about, and the series they belong to.
create table publication_facet (
  publication_id text not null references publication (id),
  kind text not null,
  -- The name as it is searched: the same name written otherwise is the same facet.
  key text not null,
  name text not null,
  -- Among those of its kind of the title.
  ordinal integer not null,
  -- Of the title in a series.
  number double precision,
  constraint publication_facet_key primary key (kind, key, publication_id)
);
create index publication_facet_publication on publication_facet (publication_id);
