package Schema;

# Validates JSON values by the schemas of an OpenAPI 3.0 document. Undocumented fields are allowed.
use v5.14;
use warnings;
use B ();
use Format;
use JSON::PP ();
use Math::BigFloat;

my $canonical = JSON::PP->new->canonical->allow_nonref->allow_bignum;

# Rules by kind of value and keyword; each gets the value, the keyword's value, and the schema.
my %rules = (
    string => {
        minLength => sub { length $_[0] >= $_[1] },
        maxLength => sub { length $_[0] <= $_[1] },
        pattern   => sub { $_[0] =~ Format::regex($_[1]) },
        format    => \&Format::fits,
    },
    number => {
        minimum    => sub { $_[2]{exclusiveMinimum} ? $_[0] > $_[1] : $_[0] >= $_[1] },
        maximum    => sub { $_[2]{exclusiveMaximum} ? $_[0] < $_[1] : $_[0] <= $_[1] },
        multipleOf => sub { Math::BigFloat->new("$_[0]")->bmod("$_[1]")->is_zero },
        format     => \&Format::fits,
    },
    array => {
        minItems    => sub { @{ $_[0] } >= $_[1] },
        maxItems    => sub { @{ $_[0] } <= $_[1] },
        uniqueItems => sub { !$_[1] || @{ $_[0] } == keys %{ { map { $canonical->encode($_) => 1 } @{ $_[0] } } } },
    },
);

sub new {
    my ($class, $document) = @_;
    return bless { document => $document }, $class;
}

# Resolves references of any kind.
sub resolve {
    my ($self, $part) = @_;
    while (defined(my $reference = $part->{'$ref'})) {
        $part = $self->{document};
        $part = $part->{ s/~1/\//gr =~ s/~0/~/gr } // die "nothing is at $reference\n"
            for split m{/}, $reference =~ s{\A#/}{}r;
    }
    return $part;
}

# Violations of a value with their places; empty if the value matches the schema.
sub faults {
    my ($self, $schema, $value, $place) = @_;
    $schema = $self->resolve($schema);
    return if !defined $value && $schema->{nullable};
    my $kind = kind_of($value);
    my $type = $schema->{type} // $kind;
    return "$place must be of type $type"
        unless $type eq $kind || $type eq 'integer' && $kind eq 'number' && Format::is_integer($value);
    my @faults = map { "$place must keep $_ " . $canonical->encode($schema->{$_}) }
        grep { exists $schema->{$_} && !$rules{$kind}{$_}->($value, $schema->{$_}, $schema) }
        sort keys %{ $rules{$kind} // {} };
    if (my $enum = $schema->{enum}) {
        my $found = $canonical->encode($value);
        push @faults, "$place must be one of " . $canonical->encode($enum)
            unless grep { $canonical->encode($_) eq $found } @$enum;
    }
    return (
        @faults,
        $self->composition_faults($schema, $value, $place),
        $kind eq 'object' ? $self->object_faults($schema, $value, $place) : (),
        $kind eq 'array' && $schema->{items}
        ? map { $self->faults($schema->{items}, $value->[$_], "$place/$_") } 0 .. $#$value
        : (),
    );
}

sub keeps {
    my @faults = faults(@_, '');
    return !@faults;
}

sub composition_faults {
    my ($self, $schema, $value, $place) = @_;
    my @faults = map { $self->faults($_, $value, $place) } @{ $schema->{allOf} // [] };
    if (my $meant = $self->meant_branch($schema, $value)) {
        return (@faults, $self->faults($meant, $value, $place));
    }
    for my $keyword (grep { $schema->{$_} } qw(anyOf oneOf)) {
        my $fitting = grep { $self->keeps($_, $value) } @{ $schema->{$keyword} };
        push @faults, "$place must fit $keyword"
            unless $keyword eq 'anyOf' ? $fitting : $fitting == 1;
    }
    return @faults;
}

# The branch of a union that the value's discriminator names.
sub meant_branch {
    my ($self, $schema, $value) = @_;
    my $discriminator = $schema->{discriminator};
    return unless $discriminator && ref $value eq 'HASH' && ($schema->{oneOf} || $schema->{anyOf});
    my $name = $value->{ $discriminator->{propertyName} };
    my $reference = defined $name && $discriminator->{mapping}{$name};
    return $reference && { '$ref' => $reference };
}

sub object_faults {
    my ($self, $schema, $value, $place) = @_;
    my $properties = $schema->{properties} // {};
    my @required = @{ $schema->{required} // [] };
    my @exceeding;
    for my $name (sort keys %$properties) {
        my $property = $properties->{$name};
        push @required, @{ $property->{'x-requires'} // [] } if exists $value->{$name};
        my $limit = $property->{'x-at-most'};
        push @exceeding, $name if defined $limit && exceeds($value->{$name}, $value->{$limit});
        my $when = $property->{'x-required-when'} // next;
        my $decisive = $value->{ $when->{property} } // next;
        push @required, $name if grep { $_ eq $decisive } @{ $when->{values} };
    }
    my @faults = (
        (map { "$place/$_ is missing" } grep { !exists $value->{$_} } @required),
        map { "$place/$_ must be at most $properties->{$_}{'x-at-most'}" } @exceeding,
    );
    for my $name (sort keys %$value) {
        my $rule = $properties->{$name} // $schema->{additionalProperties} // next;
        if (ref $rule eq 'HASH') { push @faults, $self->faults($rule, $value->{$name}, "$place/$name") }
        elsif (!$rule)           { push @faults, "$place/$name is not allowed" }
    }
    return @faults;
}

# Whether both are numbers and the first is more than the second.
sub exceeds {
    my ($own, $limit) = @_;
    return kind_of($own) eq 'number' && kind_of($limit) eq 'number' && $own > $limit;
}

# Perl treats 5 and "5" alike, but a flag says which of them was read.
sub kind_of {
    my ($value) = @_;
    return 'null' unless defined $value;
    return 'boolean' if JSON::PP::is_bool($value);
    return 'array' if ref $value eq 'ARRAY';
    return 'object' if ref $value eq 'HASH';
    return 'number' if ref $value;
    return B::svref_2object(\$_[0])->FLAGS & B::SVp_POK ? 'string' : 'number';
}

1;
